package jfs.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import org.junit.jupiter.api.Test;

/** Connections that end with a reset, and lingering. */
class ResetContract extends Contract {

  private static final byte[] HUGE = new byte[Bytes.MORE_THAN_ROOM];

  private static void reset(Socket socket) throws Exception {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  private static void assertReset(InputStream in) {
    SocketException e = assertThrows(SocketException.class, () -> in.read());
    assertEquals("Connection reset", e.getMessage());
  }

  @Test
  void peerReadsConnectionReset() throws Exception {
    try (Connected c = connect()) {
      reset(c.client);
      assertReset(c.serverIn());
    }
  }

  @Test
  void connectingEndReadsConnectionReset() throws Exception {
    try (Connected c = connect()) {
      reset(c.server);
      assertReset(c.clientIn());
    }
  }

  @Test
  void resetIsReadAgainAndAgain() throws Exception {
    try (Connected c = connect()) {
      reset(c.client);
      InputStream in = c.serverIn();
      for (int i = 0; i < 3; i++) {
        assertReset(in);
        SocketException e = assertThrows(SocketException.class, () -> in.read(new byte[10]));
        assertEquals("Connection reset", e.getMessage());
      }
    }
  }

  @Test
  void resetIsReadWithATimeoutToo() throws Exception {
    try (Connected c = connect()) {
      c.server.setSoTimeout(60_000);
      reset(c.client);
      assertReset(c.serverIn());
      assertReset(c.serverIn());
    }
  }

  @Test
  void blockedReaderIsReset() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.serverIn();
      Background<Integer> reader = Background.of(() -> in.read()).awaitBlockedIn("read");
      reset(c.client);
      SocketException e = assertThrows(SocketException.class, reader::get);
      assertEquals("Connection reset", e.getMessage());
      assertReset(in);
    }
  }

  @Test
  void blockedTimedReaderIsReset() throws Exception {
    try (Connected c = connect()) {
      c.server.setSoTimeout(60_000);
      InputStream in = c.serverIn();
      Background<Integer> reader = Background.of(() -> in.read()).awaitBlockedIn("read");
      reset(c.client);
      SocketException e = assertThrows(SocketException.class, reader::get);
      assertEquals("Connection reset", e.getMessage());
    }
  }

  @Test
  void severalBlockedReadersAreReset() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.serverIn();
      Background<Integer> first = Background.of(() -> in.read()).awaitBlockedIn("read");
      Background<Integer> second = Background.of(() -> in.read()).awaitBlockedIn("read");
      reset(c.client);
      assertThrows(SocketException.class, first::get);
      assertThrows(SocketException.class, second::get);
    }
  }

  @Test
  void blockedWriterIsReset() throws Exception {
    try (Connected c = connect()) {
      OutputStream out = c.serverOut();
      Background<Void> writer = Background.running(() -> out.write(HUGE)).awaitBlockedIn("write");
      reset(c.client);
      assertThrows(SocketException.class, writer::get);
    }
  }

  @Test
  void blockedWriterSaysWhyItFailed() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            OutputStream out = c.serverOut();
            Background<Void> writer =
                Background.running(() -> out.write(HUGE)).awaitBlockedIn("write");
            reset(c.client);
            return writer.outcome();
          }
        });
  }

  @Test
  void bytesSentBeforeAReset() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            c.clientOut().write(new byte[10]);
            Bytes.awaitAvailable(c.serverIn(), 10);
            reset(c.client);
            return Bytes.readToTheEnd(c.serverIn());
          }
        });
  }

  @Test
  void bytesNotYetSentAreDroppedByAReset() throws Exception {
    try (Connected c = connect()) {
      OutputStream out = c.clientOut();
      Background<Void> writer = Background.running(() -> out.write(HUGE)).awaitBlockedIn("write");
      reset(c.client);
      assertThrows(SocketException.class, writer::get);
      String end = Bytes.readToTheEnd(c.serverIn());
      assertTrue(end.endsWith("java.net.SocketException: Connection reset"), end);
    }
  }

  @Test
  void resetAfterShutdownOutput() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            c.client.shutdownOutput();
            int end = c.serverIn().read();
            reset(c.client);
            return end + " " + Bytes.readToTheEnd(c.serverIn());
          }
        });
  }

  @Test
  void writeAfterAResetWasRead() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            reset(c.client);
            OutputStream out = c.serverOut();
            return Outcome.of(() -> c.serverIn().read())
                + " "
                + Outcome.of(() -> out.write(1))
                + " "
                + Outcome.of(() -> out.write(1));
          }
        });
  }

  @Test
  void writeFailsAfterAReset() throws Exception {
    try (Connected c = connect()) {
      reset(c.client);
      OutputStream out = c.serverOut();
      assertThrows(
          SocketException.class,
          () -> {
            while (true) {
              out.write(1);
            }
          });
    }
  }

  @Test
  void readAfterAWriteFoundTheReset() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            reset(c.client);
            OutputStream out = c.serverOut();
            String first = "none";
            while (first.equals("none")) {
              try {
                out.write(1);
              } catch (SocketException e) {
                first = "failed";
              }
            }
            return first + " " + Bytes.readToTheEnd(c.serverIn());
          }
        });
  }

  private interface Operation {
    Object on(Socket reset) throws Exception;
  }

  /** Compares what an operation does on a socket that has found out that it was reset. */
  private void afterReset(Operation operation) {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            reset(c.client);
            assertReset(c.serverIn());
            return operation.on(c.server);
          }
        });
  }

  @Test
  void availableAfterAReset() {
    afterReset(socket -> socket.getInputStream().available());
  }

  @Test
  void zeroLengthReadAfterAReset() {
    afterReset(socket -> socket.getInputStream().read(new byte[0]));
  }

  @Test
  void skipAfterAReset() {
    afterReset(socket -> socket.getInputStream().skip(1));
  }

  @Test
  void shutdownInputAfterAReset() {
    afterReset(
        socket -> {
          InputStream in = socket.getInputStream();
          return Outcome.of(socket::shutdownInput) + " " + Outcome.of(() -> in.read());
        });
  }

  @Test
  void shutdownOutputAfterAReset() {
    afterReset(socket -> Outcome.of(socket::shutdownOutput) + " " + socket.isOutputShutdown());
  }

  @Test
  void optionsAfterAReset() {
    afterReset(
        socket -> {
          socket.setSoTimeout(5);
          return socket.getSoTimeout()
              + " "
              + Outcome.of(() -> socket.setTcpNoDelay(true))
              + " "
              + Outcome.of(socket::getTcpNoDelay)
              + " "
              + Outcome.of(socket::getSoLinger);
        });
  }

  @Test
  void urgentDataAfterAReset() {
    afterReset(socket -> Outcome.of(() -> socket.sendUrgentData(1)));
  }

  @Test
  void stateAfterAReset() {
    afterReset(socket -> socket.isConnected() + " " + socket.isBound() + " " + socket.isClosed());
  }

  @Test
  void closeAfterAReset() {
    afterReset(
        socket -> {
          InputStream in = socket.getInputStream();
          socket.close();
          return socket.isClosed() + " " + Outcome.of(() -> in.read());
        });
  }

  @Test
  void resetBeforeAccept() {
    assertAsOracle(
        over -> {
          try (ServerSocket listener = Connected.listen(over.server())) {
            Socket client = over.client().newSocket();
            client.connect(listener.getLocalSocketAddress());
            reset(client);
            try (Socket server = listener.accept()) {
              return Outcome.of(() -> server.getInputStream().read());
            }
          }
        });
  }

  @Test
  void bothEndsReset() throws Exception {
    try (Connected c = connect()) {
      reset(c.client);
      reset(c.server);
      assertTrue(c.client.isClosed() && c.server.isClosed());
    }
  }

  @Test
  void resetEndsAnOwnBlockedReader() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.clientIn();
      Background<Integer> reader = Background.of(() -> in.read()).awaitBlockedIn("read");
      reset(c.client);
      SocketException e = assertThrows(SocketException.class, reader::get);
      assertEquals("Socket closed", e.getMessage());
      assertReset(c.serverIn());
    }
  }

  @Test
  void lingerTakenBackGivesNoReset() throws Exception {
    try (Connected c = connect()) {
      c.client.setSoLinger(true, 0);
      c.client.setSoLinger(false, 0);
      c.clientOut().write(1);
      c.client.close();
      assertEquals("1 bytes, then end of file", Bytes.readToTheEnd(c.serverIn()));
    }
  }

  @Test
  void lingeringCloseWithNothingToSendReturnsAtOnce() throws Exception {
    try (Connected c = connect()) {
      c.client.setSoLinger(true, 600);
      Background.running(c.client::close).get();
      assertEquals(-1, c.serverIn().read());
    }
  }

  @Test
  void lingeringCloseDeliversEverything() throws Exception {
    byte[] sent = Bytes.pattern(Bytes.MEBI);
    try (Connected c = connect()) {
      c.client.setSoLinger(true, 600);
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
  void lingerZeroDoesNothingBeforeClose() throws Exception {
    try (Connected c = connect()) {
      c.client.setSoLinger(true, 0);
      c.clientOut().write(1);
      assertEquals(1, c.serverIn().read());
      c.client.shutdownOutput();
      assertEquals(-1, c.serverIn().read());
      c.serverOut().write(2);
      assertEquals(2, c.clientIn().read());
      assertFalse(c.client.isClosed());
    }
  }
}
