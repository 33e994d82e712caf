package jfs.contract;

import static jfs.contract.ExactFailures.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import jfs.contract.Blocking.Attempt;
import org.junit.jupiter.api.Test;

/** Server sockets of a program's own class, which accept into sockets that the program made. */
class AcceptIntoContract extends Contract {

  /** A listener, and the one socket that its next accept fills. */
  private record Into(Socket blank, ServerSocket listener, Socket client) implements AutoCloseable {

    static Into of(KindPairing over) throws IOException {
      Socket blank = over.server().newSocket();
      ServerSocket listener = over.server().newServerSocket(() -> blank);
      listener.bind(EndAddresses.anyServerPort());
      return new Into(blank, listener, over.client().newSocket());
    }

    void connect() throws IOException {
      client.connect(listener.getLocalSocketAddress());
    }

    @Override
    public void close() throws IOException {
      try (listener;
          client) {
        blank.close();
      }
    }
  }

  private static void assertTalk(Socket one, Socket other) throws IOException {
    one.getOutputStream().write(1);
    assertEquals(1, other.getInputStream().read());
    other.getOutputStream().write(2);
    assertEquals(2, one.getInputStream().read());
  }

  @Test
  void acceptGivesTheProgramsSocket() throws Exception {
    try (Into i = Into.of(pairing)) {
      i.connect();
      assertSame(i.blank, i.listener.accept());
      assertTrue(i.blank.isConnected());
      assertTrue(i.blank.isBound());
      assertFalse(i.blank.isClosed());
    }
  }

  @Test
  void bytesPass() throws Exception {
    try (Into i = Into.of(pairing)) {
      i.connect();
      assertTalk(i.client, i.listener.accept());
    }
  }

  @Test
  void addressesAreThoseOfTheConnection() throws Exception {
    try (Into i = Into.of(pairing)) {
      i.connect();
      i.listener.accept();
      assertEquals(i.client.getLocalSocketAddress(), i.blank.getRemoteSocketAddress());
      assertEquals(i.client.getRemoteSocketAddress(), i.blank.getLocalSocketAddress());
      assertEquals(i.listener.getLocalPort(), i.blank.getLocalPort());
    }
  }

  @Test
  void addressesStayAfterClose() throws Exception {
    try (Into i = Into.of(pairing)) {
      i.connect();
      i.listener.accept();
      i.blank.close();
      assertEquals(i.client.getLocalSocketAddress(), i.blank.getRemoteSocketAddress());
      assertEquals(i.listener.getLocalPort(), i.blank.getLocalPort());
      assertEquals(-1, i.client.getInputStream().read());
    }
  }

  @Test
  void acceptWaitsForAConnection() throws Exception {
    try (Into i = Into.of(pairing)) {
      Attempt<Socket> accepting = Blocking.attempt(i.listener::accept);
      accepting.awaitBlockedIn("accept");
      i.connect();
      assertTalk(i.client, accepting.get());
    }
  }

  @Test
  void socketIsUsableAfterATimeout() throws Exception {
    try (Into i = Into.of(pairing)) {
      i.listener.setSoTimeout(1);
      assertThrows(SocketTimeoutException.class, i.listener::accept);
      assertFalse(i.blank.isConnected());
      assertNull(i.blank.getInetAddress());
      i.listener.setSoTimeout(0);
      i.connect();
      assertTalk(i.client, i.listener.accept());
    }
  }

  @Test
  void socketConnectsAfterATimeout() throws Exception {
    try (Into i = Into.of(pairing);
        ServerSocket l = Connected.listen(pairing.client())) {
      i.listener.setSoTimeout(1);
      assertThrows(SocketTimeoutException.class, i.listener::accept);
      i.blank.connect(l.getLocalSocketAddress());
      try (Socket a = l.accept()) {
        assertTalk(a, i.blank);
      }
    }
  }

  @Test
  void closeEndsAnAcceptThatWaits() throws Exception {
    try (Into i = Into.of(pairing)) {
      Attempt<Socket> accepting = Blocking.attempt(i.listener::accept);
      accepting.awaitBlockedIn("accept");
      i.listener.close();
      assertEquals(
          new Outcome("threw java.net.SocketException: Socket closed"), accepting.outcome());
      assertFalse(i.blank.isConnected());
    }
  }

  @Test
  void optionsCanBeSetOnceAccepted() throws Exception {
    try (Into i = Into.of(pairing)) {
      i.connect();
      i.listener.accept();
      i.blank.setTcpNoDelay(true);
      i.blank.setSoTimeout(1);
      assertTrue(i.blank.getTcpNoDelay());
      assertThrows(SocketTimeoutException.class, () -> i.blank.getInputStream().read());
    }
  }

  @Test
  void connectOfTheAcceptedSocket() {
    assertAsOracle(
        over -> {
          try (Into i = Into.of(over)) {
            i.connect();
            i.listener.accept();
            return Outcome.of(() -> i.blank.connect(i.listener.getLocalSocketAddress()));
          }
        });
  }

  @Test
  void halfCloseOfTheAcceptedSocket() throws Exception {
    try (Into i = Into.of(pairing)) {
      i.connect();
      i.listener.accept();
      i.blank.shutdownOutput();
      assertEquals(-1, i.client.getInputStream().read());
      i.client.getOutputStream().write(3);
      assertEquals(3, i.blank.getInputStream().read());
    }
  }

  @Test
  void socketWithATimeoutOfItsOwn() {
    assertAsOracle(
        over -> {
          try (Into i = Into.of(over)) {
            i.blank.setSoTimeout(4711);
            i.connect();
            Outcome accept = Outcome.of(() -> i.listener.accept() == i.blank);
            return accept + " " + Outcome.of(i.blank::getSoTimeout);
          }
        });
  }

  @Test
  void socketThatWasBound() {
    assertAsOracle(
        over -> {
          try (Into i = Into.of(over)) {
            i.blank.bind(EndAddresses.anyClientPort());
            i.connect();
            Outcome accept = Outcome.of(() -> i.listener.accept() == i.blank);
            return accept + " " + (i.blank.getLocalPort() == i.listener.getLocalPort());
          }
        });
  }

  @Test
  void acceptIntoNothing() throws Exception {
    try (ServerSocket l = pairing.server().newServerSocket(() -> null)) {
      l.bind(EndAddresses.anyServerPort());
      assertThrows(NullPointerException.class, l::accept);
    }
  }

  @Test
  void exceptionOfTheProgramsOwn() throws Exception {
    try (ServerSocket l =
        pairing
            .server()
            .newServerSocket(
                () -> {
                  throw new IOException("no more sockets");
                })) {
      l.bind(EndAddresses.anyServerPort());
      assertFails(IOException.class, "no more sockets", l::accept);
      assertFalse(l.isClosed());
    }
  }

  @Test
  void acceptAfterClose() throws Exception {
    try (Into i = Into.of(pairing)) {
      i.listener.close();
      assertThrows(SocketException.class, i.listener::accept);
      assertFalse(i.blank.isConnected());
    }
  }

  @Test
  void everyAcceptFillsAnotherSocket() throws Exception {
    try (ServerSocket l = pairing.server().newServerSocket(pairing.server()::newSocket)) {
      l.bind(EndAddresses.anyServerPort());
      for (int n = 0; n < 5; n++) {
        try (Socket s = pairing.client().newSocket()) {
          s.connect(l.getLocalSocketAddress());
          try (Socket a = l.accept()) {
            assertTalk(s, a);
          }
        }
      }
    }
  }
}
