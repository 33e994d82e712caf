package jfs.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import org.junit.jupiter.api.Test;

/** What closing does to the socket, to its peer, and to connections that wait. */
class CloseContract extends Contract {

  private static final int LARGE = 8 << 20;

  @Test
  void closedSocketSaysSo() throws Exception {
    try (Connected c = connect()) {
      assertFalse(c.client.isClosed());
      c.client.close();
      assertTrue(c.client.isClosed());
      assertTrue(c.client.isConnected());
      assertTrue(c.client.isBound());
    }
  }

  @Test
  void closingAgainDoesNothing() throws Exception {
    try (Connected c = connect()) {
      for (int i = 0; i < 3; i++) {
        c.client.close();
        c.server.close();
        c.listener.close();
      }
      assertTrue(c.client.isClosed() && c.server.isClosed() && c.listener.isClosed());
    }
  }

  @Test
  void socketThatWasNeverUsedCloses() throws Exception {
    Socket socket = pairing.client().newSocket();
    socket.close();
    socket.close();
    assertTrue(socket.isClosed());
  }

  @Test
  void listenerThatWasNeverBoundCloses() throws Exception {
    ServerSocket listener = pairing.server().newServerSocket();
    listener.close();
    listener.close();
    assertTrue(listener.isClosed());
  }

  @Test
  void boundSocketCloses() throws Exception {
    Socket socket = pairing.client().newSocket();
    socket.bind(EndAddresses.anyClientPort());
    socket.close();
    assertTrue(socket.isClosed());
  }

  @Test
  void portIsFreeAfterTheListenerHasClosed() throws Exception {
    ServerSocket first = Connected.listen(pairing.server());
    SocketAddress address = first.getLocalSocketAddress();
    first.close();
    try (ServerSocket second = pairing.server().newServerSocket()) {
      second.bind(address);
      assertEquals(address, second.getLocalSocketAddress());
    }
  }

  @Test
  void socketClosedBeforeItIsConnectedDoesNotConnect() {
    assertAsOracle(
        over -> {
          try (ServerSocket listener = Connected.listen(over.server())) {
            Socket socket = over.client().newSocket();
            socket.close();
            return Outcome.of(() -> socket.connect(listener.getLocalSocketAddress()));
          }
        });
  }

  @Test
  void peerSeesTheEndOfFile() throws Exception {
    try (Connected c = connect()) {
      c.client.close();
      assertEquals(-1, c.serverIn().read());
    }
    try (Connected c = connect()) {
      c.server.close();
      assertEquals(-1, c.clientIn().read());
    }
  }

  @Test
  void bothEndsMayClose() throws Exception {
    try (Connected c = connect()) {
      c.client.close();
      c.server.close();
      assertTrue(c.client.isClosed() && c.server.isClosed());
    }
  }

  @Test
  void peerReadsEverythingThatWasSentBefore() throws Exception {
    byte[] sent = Bytes.pattern(40_000);
    try (Connected c = connect()) {
      c.serverOut().write(sent);
      c.server.close();
      c.listener.close();
      assertArrayEquals(sent, c.clientIn().readAllBytes());
    }
  }

  @Test
  void peerReadsMoreThanTheReceiveBufferHoldsAfterClose() throws Exception {
    byte[] sent = Bytes.pattern(Bytes.MEBI);
    try (Connected c = connect()) {
      Background<Void> writer =
          Background.running(
              () -> {
                c.clientOut().write(sent);
                c.client.close();
              });
      assertArrayEquals(sent, c.serverIn().readAllBytes());
      writer.get();
    }
  }

  @Test
  void peerMayStillWriteOnceAfterAClose() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            c.client.close();
            int end = c.serverIn().read();
            return end + " " + Outcome.of(() -> c.serverOut().write(1));
          }
        });
  }

  /** More than the kernel takes before it knows of the close: a smaller write vanishes. */
  @Test
  void aLargeWriteAfterThePeersClose() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            c.client.close();
            int end = c.serverIn().read();
            return end + " " + Outcome.of(() -> c.serverOut().write(new byte[LARGE]));
          }
        });
  }

  @Test
  void closeWithUnreadBytes() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            c.clientOut().write(new byte[10]);
            Bytes.awaitAvailable(c.serverIn(), 10);
            c.server.close();
            return Bytes.readToTheEnd(c.clientIn());
          }
        });
  }

  // The JDK shuts its output down before it closes, so the end of file overtakes the reset. A busy
  // kernel may let a write pass in between.
  @Test
  void writeToAPeerThatClosedWithUnreadBytes() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            c.clientOut().write(new byte[10]);
            Bytes.awaitAvailable(c.serverIn(), 10);
            c.server.close();
            int end = c.clientIn().read();
            OutputStream out = c.clientOut();
            Outcome written =
                Outcome.of(
                    () -> {
                      while (true) {
                        out.write(1);
                      }
                    });
            return end + " " + written + " " + c.clientIn().read();
          }
        });
  }

  @Test
  void blockedReaderOfAPeerThatClosesWithUnreadBytes() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            InputStream in = c.clientIn();
            c.clientOut().write(new byte[10]);
            Bytes.awaitAvailable(c.serverIn(), 10);
            Background<Integer> reader = Background.of(() -> in.read()).awaitBlockedIn("read");
            c.server.close();
            return reader.outcome();
          }
        });
  }

  @Test
  void closeWithUnreadBytesAfterSending() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            c.clientOut().write(new byte[10]);
            Bytes.awaitAvailable(c.serverIn(), 10);
            c.serverOut().write(new byte[20]);
            Bytes.awaitAvailable(c.clientIn(), 20);
            c.server.close();
            return Bytes.readToTheEnd(c.clientIn());
          }
        });
  }

  @Test
  void closeWithBytesPartlyRead() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            c.clientOut().write(new byte[10]);
            Bytes.awaitAvailable(c.serverIn(), 10);
            c.serverIn().skipNBytes(9);
            c.server.close();
            return Bytes.readToTheEnd(c.clientIn());
          }
        });
  }

  @Test
  void closeWithAllBytesRead() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(new byte[10]);
      c.serverIn().skipNBytes(10);
      c.server.close();
      assertEquals("0 bytes, then end of file", Bytes.readToTheEnd(c.clientIn()));
    }
  }

  @Test
  void closeWithAnUnreadEndOfFile() throws Exception {
    try (Connected c = connect()) {
      c.client.shutdownOutput();
      c.server.close();
      assertEquals("0 bytes, then end of file", Bytes.readToTheEnd(c.clientIn()));
    }
  }

  @Test
  void bytesThatComeAfterAClose() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            c.server.close();
            // The answer to these bytes must not be overtaken by the read.
            int end = c.clientIn().read();
            c.clientOut().write(new byte[10]);
            return end + " " + c.clientIn().read();
          }
        });
  }

  @Test
  void acceptedSocketsOutliveTheListener() throws Exception {
    try (Connected c = connect()) {
      c.listener.close();
      c.clientOut().write(1);
      assertEquals(1, c.serverIn().read());
      c.serverOut().write(2);
      assertEquals(2, c.clientIn().read());
    }
  }

  @Test
  void listenerOutlivesItsSockets() throws Exception {
    try (Connected c = connect()) {
      c.client.close();
      c.server.close();
      try (Socket client = pairing.client().newSocket()) {
        client.connect(c.listener.getLocalSocketAddress());
        try (Socket server = c.listener.accept()) {
          client.getOutputStream().write(1);
          assertEquals(1, server.getInputStream().read());
        }
      }
    }
  }

  @Test
  void connectionsThatWaitAreResetWithTheListener() {
    assertAsOracle(
        over -> {
          try (Socket client = over.client().newSocket()) {
            try (ServerSocket listener = Connected.listen(over.server())) {
              client.connect(listener.getLocalSocketAddress());
            }
            return Bytes.readToTheEnd(client.getInputStream());
          }
        });
  }

  @Test
  void connectionsThatWaitWithBytesAreResetWithTheListener() {
    assertAsOracle(
        over -> {
          try (Socket client = over.client().newSocket()) {
            try (ServerSocket listener = Connected.listen(over.server())) {
              client.connect(listener.getLocalSocketAddress());
              client.getOutputStream().write(new byte[100]);
            }
            return Bytes.readToTheEnd(client.getInputStream());
          }
        });
  }

  @Test
  void closedListenerRefusesConnections() throws Exception {
    ServerSocket listener = Connected.listen(pairing.server());
    SocketAddress address = listener.getLocalSocketAddress();
    listener.close();
    try (Socket client = pairing.client().newSocket()) {
      assertThrows(ConnectException.class, () -> client.connect(address));
    }
  }

  @Test
  void connectionClosedBeforeItIsAccepted() throws Exception {
    try (ServerSocket listener = Connected.listen(pairing.server())) {
      try (Socket client = pairing.client().newSocket()) {
        client.connect(listener.getLocalSocketAddress());
        client.getOutputStream().write(new byte[] {1, 2, 3});
      }
      try (Socket server = listener.accept()) {
        assertArrayEquals(new byte[] {1, 2, 3}, server.getInputStream().readAllBytes());
      }
    }
  }

  @Test
  void closeDoesNotWaitForThePeerToRead() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(Bytes.pattern(50_000));
      Background.running(c.client::close).get();
      assertArrayEquals(Bytes.pattern(50_000), c.serverIn().readAllBytes());
    }
  }
}
