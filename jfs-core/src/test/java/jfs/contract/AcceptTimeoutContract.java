package jfs.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** SO_TIMEOUT on accept. */
class AcceptTimeoutContract extends Contract {

  private static final int SHORT = 10;
  private static final int LONG = 60_000;

  private ServerSocket listen() throws Exception {
    return Connected.listen(pairing.server());
  }

  private Socket connectTo(ServerSocket listener) throws Exception {
    Socket client = pairing.client().newSocket();
    client.connect(listener.getLocalSocketAddress());
    return client;
  }

  private static void assertAcceptTimesOut(ServerSocket listener) {
    SocketTimeoutException e = assertThrows(SocketTimeoutException.class, listener::accept);
    assertEquals("Accept timed out", e.getMessage());
    assertEquals(0, e.bytesTransferred);
  }

  @Test
  void acceptTimesOut() throws Exception {
    try (ServerSocket listener = listen()) {
      listener.setSoTimeout(SHORT);
      assertAcceptTimesOut(listener);
    }
  }

  @Test
  void acceptTimesOutAgainAndAgain() throws Exception {
    try (ServerSocket listener = listen()) {
      listener.setSoTimeout(1);
      for (int i = 0; i < 5; i++) {
        assertAcceptTimesOut(listener);
      }
    }
  }

  @Test
  void acceptDoesNotTimeOutTooEarly() throws Exception {
    try (ServerSocket listener = listen()) {
      listener.setSoTimeout(50);
      long before = System.nanoTime();
      assertAcceptTimesOut(listener);
      assertTrue(System.nanoTime() - before >= TimeUnit.MILLISECONDS.toNanos(49));
    }
  }

  @Test
  void listenerIsUsableAfterATimeout() throws Exception {
    try (ServerSocket listener = listen()) {
      listener.setSoTimeout(1);
      assertAcceptTimesOut(listener);
      assertFalse(listener.isClosed());
      listener.setSoTimeout(LONG);
      try (Socket client = connectTo(listener);
          Socket server = listener.accept()) {
        client.getOutputStream().write(1);
        assertEquals(1, server.getInputStream().read());
      }
    }
  }

  @Test
  void waitingConnectionIsAcceptedWhateverTheTimeout() throws Exception {
    try (ServerSocket listener = listen();
        Socket client = connectTo(listener)) {
      // Later JDKs let an accept time out if it looks late, for example because it was preempted.
      listener.setSoTimeout(Runtime.version().feature() < 21 ? 1 : LONG);
      try (Socket server = acceptWaiting(listener)) {
        assertEquals(client.getLocalPort(), server.getPort());
      }
    }
  }

  /**
   * The last segment of the handshake may come after connect has returned: over a network, and on a
   * busy host.
   */
  private static Socket acceptWaiting(ServerSocket listener) throws IOException {
    while (true) {
      try {
        return listener.accept();
      } catch (SocketTimeoutException e) {
        // It was not there in time.
      }
    }
  }

  @Test
  void connectionThatComesInTimeIsAccepted() throws Exception {
    try (ServerSocket listener = listen()) {
      listener.setSoTimeout(LONG);
      Background<Socket> accepter = Background.of(listener::accept).awaitBlockedIn("accept");
      try (Socket client = connectTo(listener);
          Socket server = accepter.get()) {
        assertEquals(client.getLocalPort(), server.getPort());
      }
    }
  }

  @Test
  void zeroWaitsForEver() throws Exception {
    try (ServerSocket listener = listen()) {
      listener.setSoTimeout(1);
      assertAcceptTimesOut(listener);
      listener.setSoTimeout(0);
      Background<Socket> accepter = Background.of(listener::accept).assertStaysBlockedIn("accept");
      try (Socket client = connectTo(listener);
          Socket server = accepter.get()) {
        assertEquals(client.getLocalPort(), server.getPort());
      }
    }
  }

  @Test
  void acceptedSocketHasNoTimeout() throws Exception {
    try (ServerSocket listener = listen()) {
      listener.setSoTimeout(LONG);
      try (Socket client = connectTo(listener);
          Socket server = listener.accept()) {
        assertEquals(0, server.getSoTimeout());
        Background<Integer> reader =
            Background.of(() -> server.getInputStream().read()).awaitBlockedIn("read");
        client.getOutputStream().write(1);
        assertEquals(1, reader.get());
      }
    }
  }

  @Test
  void socketAcceptedAfterATimeoutBlocks() throws Exception {
    try (ServerSocket listener = listen()) {
      listener.setSoTimeout(1);
      assertAcceptTimesOut(listener);
      listener.setSoTimeout(LONG);
      try (Socket client = connectTo(listener);
          Socket server = listener.accept()) {
        Background<Integer> reader =
            Background.of(() -> server.getInputStream().read()).assertStaysBlockedIn("read");
        client.getOutputStream().write(1);
        assertEquals(1, reader.get());
      }
    }
  }

  @Test
  void timeoutIsNotTheBusinessOfAnAcceptUnderWay() throws Exception {
    try (ServerSocket listener = listen()) {
      Background<Socket> accepter = Background.of(listener::accept).awaitBlockedIn("accept");
      listener.setSoTimeout(1);
      accepter.assertStaysBlockedIn("accept");
      try (Socket client = connectTo(listener);
          Socket server = accepter.get()) {
        assertEquals(client.getLocalPort(), server.getPort());
      }
      assertAcceptTimesOut(listener);
    }
  }

  @Test
  void acceptUnderWayKeepsItsTimeout() throws Exception {
    try (ServerSocket listener = listen()) {
      listener.setSoTimeout(20);
      Background<Socket> accepter = Background.of(listener::accept).awaitBlockedInOrDone("accept");
      listener.setSoTimeout(0);
      assertThrows(SocketTimeoutException.class, accepter::get);
    }
  }

  @Test
  void severalAcceptersAllTimeOut() throws Exception {
    try (ServerSocket listener = listen()) {
      listener.setSoTimeout(20);
      Background<Socket> first = Background.of(listener::accept);
      Background<Socket> second = Background.of(listener::accept);
      Background<Socket> third = Background.of(listener::accept);
      assertThrows(SocketTimeoutException.class, first::get);
      assertThrows(SocketTimeoutException.class, second::get);
      assertThrows(SocketTimeoutException.class, third::get);
    }
  }

  @Test
  void timeoutCountsTheWaitForAnAccepterWithoutOne() throws Exception {
    try (ServerSocket listener = listen()) {
      Background<Socket> first = Background.of(listener::accept).awaitBlockedIn("accept");
      listener.setSoTimeout(SHORT);
      assertAcceptTimesOut(listener);
      assertFalse(first.isDone());
      try (Socket client = connectTo(listener);
          Socket server = first.get()) {
        assertEquals(client.getLocalPort(), server.getPort());
      }
    }
  }

  @Test
  void timeoutIsAnsweredAsSet() throws Exception {
    try (ServerSocket listener = listen()) {
      assertEquals(0, listener.getSoTimeout());
      listener.setSoTimeout(1234);
      assertEquals(1234, listener.getSoTimeout());
    }
  }

  @Test
  void negativeTimeout() {
    assertAsOracle(
        over -> {
          try (ServerSocket listener = Connected.listen(over.server())) {
            return Outcome.of(() -> listener.setSoTimeout(-1)) + " " + listener.getSoTimeout();
          }
        });
  }

  @Test
  void timeoutOfAClosedListener() {
    assertAsOracle(
        over -> {
          ServerSocket listener = Connected.listen(over.server());
          listener.close();
          return Outcome.of(() -> listener.setSoTimeout(1))
              + " "
              + Outcome.of(listener::getSoTimeout);
        });
  }

  @Test
  void timeoutOfAListenerNotYetBound() throws Exception {
    try (ServerSocket listener = pairing.server().newServerSocket()) {
      listener.setSoTimeout(SHORT);
      assertEquals(SHORT, listener.getSoTimeout());
      listener.bind(null);
      assertAcceptTimesOut(listener);
    }
  }
}
