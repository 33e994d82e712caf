package jfs.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** SO_TIMEOUT on reads: when it strikes, what it says, and that the socket survives it. */
class TimeoutContract extends Contract {

  private static final int SHORT = 10;
  private static final int LONG = 60_000;

  /**
   * The shortest for what is there already. Later JDKs let a read time out if it looks late, for
   * example because it was preempted.
   */
  private static final int LEAST = Runtime.version().feature() < 21 ? 1 : LONG;

  private static void assertReadTimesOut(InputStream in) {
    SocketTimeoutException e = assertThrows(SocketTimeoutException.class, () -> in.read());
    assertEquals("Read timed out", e.getMessage());
    assertEquals(0, e.bytesTransferred);
  }

  @Test
  void readTimesOut() throws Exception {
    try (Connected c = connect()) {
      c.client.setSoTimeout(SHORT);
      assertReadTimesOut(c.clientIn());
    }
  }

  @Test
  void readOfAnAcceptedSocketTimesOut() throws Exception {
    try (Connected c = connect()) {
      c.server.setSoTimeout(SHORT);
      assertReadTimesOut(c.serverIn());
    }
  }

  @Test
  void readIntoAnArrayTimesOutAndLeavesItAlone() throws Exception {
    try (Connected c = connect()) {
      c.client.setSoTimeout(SHORT);
      InputStream in = c.clientIn();
      byte[] three = {1, 2, 3};
      assertThrows(SocketTimeoutException.class, () -> in.read(three));
      assertThrows(SocketTimeoutException.class, () -> in.read(three, 1, 1));
      assertArrayEquals(new byte[] {1, 2, 3}, three);
    }
  }

  @Test
  void bulkMethodsTimeOut() throws Exception {
    try (Connected c = connect()) {
      c.client.setSoTimeout(SHORT);
      InputStream in = c.clientIn();
      assertThrows(SocketTimeoutException.class, () -> in.skip(1));
      assertThrows(SocketTimeoutException.class, in::readAllBytes);
      assertThrows(SocketTimeoutException.class, () -> in.readNBytes(5));
    }
  }

  @Test
  void shortestTimeout() throws Exception {
    try (Connected c = connect()) {
      c.client.setSoTimeout(1);
      assertReadTimesOut(c.clientIn());
    }
  }

  @Test
  void readDoesNotTimeOutTooEarly() throws Exception {
    try (Connected c = connect()) {
      c.client.setSoTimeout(50);
      InputStream in = c.clientIn();
      long before = System.nanoTime();
      assertReadTimesOut(in);
      assertTrue(System.nanoTime() - before >= TimeUnit.MILLISECONDS.toNanos(49));
    }
  }

  @Test
  void everyReadIsGivenItsFullTime() throws Exception {
    try (Connected c = connect()) {
      c.client.setSoTimeout(30);
      long before = System.nanoTime();
      assertReadTimesOut(c.clientIn());
      c.serverOut().write(1);
      c.client.setSoTimeout(LONG); // it may take a while
      assertEquals(1, c.clientIn().read());
      c.client.setSoTimeout(30);
      assertReadTimesOut(c.clientIn());
      assertTrue(System.nanoTime() - before >= TimeUnit.MILLISECONDS.toNanos(58));
    }
  }

  @Test
  void readTimesOutAgainAndAgain() throws Exception {
    try (Connected c = connect()) {
      c.client.setSoTimeout(1);
      for (int i = 0; i < 5; i++) {
        assertReadTimesOut(c.clientIn());
      }
    }
  }

  @Test
  void socketIsUsableAfterATimeout() throws Exception {
    try (Connected c = connect()) {
      c.client.setSoTimeout(SHORT);
      assertReadTimesOut(c.clientIn());
      assertFalse(c.client.isClosed());
      c.clientOut().write(1);
      assertEquals(1, c.serverIn().read());
      c.client.setSoTimeout(LONG);
      c.serverOut().write(2);
      assertEquals(2, c.clientIn().read());
    }
  }

  @Test
  void timeoutLosesNoBytes() throws Exception {
    try (Connected c = connect()) {
      c.client.setSoTimeout(1);
      InputStream in = c.clientIn();
      for (int i = 0; i < 20; i++) {
        c.serverOut().write(i);
        int got = -1;
        while (got < 0) {
          try {
            got = in.read();
          } catch (SocketTimeoutException e) {
            // One millisecond may well be too short; the byte must come in the end.
          }
        }
        assertEquals(i, got);
      }
      assertReadTimesOut(in);
    }
  }

  @Test
  void hugeWriteAfterATimeout() throws Exception {
    byte[] sent = Bytes.pattern(4 * Bytes.MEBI);
    try (Connected c = connect()) {
      c.client.setSoTimeout(1);
      assertReadTimesOut(c.clientIn());
      Background<Void> writer = Background.running(() -> c.clientOut().write(sent));
      assertArrayEquals(sent, c.serverIn().readNBytes(sent.length));
      writer.get();
    }
  }

  @Test
  void bytesThatAreThereAreReadWhateverTheTimeout() throws Exception {
    try (Connected c = connect()) {
      c.serverOut().write(new byte[] {1, 2, 3});
      Bytes.awaitAvailable(c.clientIn(), 3);
      c.client.setSoTimeout(LEAST);
      assertArrayEquals(new byte[] {1, 2, 3}, c.clientIn().readNBytes(3));
    }
  }

  @Test
  void bytesThatComeInTimeAreRead() throws Exception {
    try (Connected c = connect()) {
      c.client.setSoTimeout(LONG);
      Background<Integer> reader = Background.of(() -> c.clientIn().read()).awaitBlockedIn("read");
      c.serverOut().write(5);
      assertEquals(5, reader.get());
    }
  }

  @Test
  void longestTimeout() throws Exception {
    try (Connected c = connect()) {
      c.client.setSoTimeout(Integer.MAX_VALUE);
      Background<Integer> reader = Background.of(() -> c.clientIn().read()).awaitBlockedIn("read");
      c.serverOut().write(5);
      assertEquals(5, reader.get());
    }
  }

  @Test
  void endOfFileThatComesInTimeIsRead() throws Exception {
    try (Connected c = connect()) {
      c.client.setSoTimeout(LONG);
      Background<Integer> reader = Background.of(() -> c.clientIn().read()).awaitBlockedIn("read");
      c.server.close();
      assertEquals(-1, reader.get());
    }
  }

  @Test
  void endOfFileIsReadWhateverTheTimeout() throws Exception {
    try (Connected c = connect()) {
      c.server.close();
      assertEquals(-1, c.clientIn().read());
      c.client.setSoTimeout(LEAST);
      assertEquals(-1, c.clientIn().read());
    }
  }

  @Test
  void endOfFileAfterATimeout() throws Exception {
    try (Connected c = connect()) {
      c.client.setSoTimeout(1);
      assertReadTimesOut(c.clientIn());
      c.server.close();
      c.client.setSoTimeout(LONG);
      assertEquals(-1, c.clientIn().read());
    }
  }

  @Test
  void zeroLengthReadDoesNotTimeOut() throws Exception {
    try (Connected c = connect()) {
      c.client.setSoTimeout(1);
      assertEquals(0, c.clientIn().read(new byte[0]));
    }
  }

  @Test
  void zeroWaitsForEver() throws Exception {
    try (Connected c = connect()) {
      c.client.setSoTimeout(1);
      assertReadTimesOut(c.clientIn());
      c.client.setSoTimeout(0);
      Background<Integer> reader =
          Background.of(() -> c.clientIn().read()).assertStaysBlockedIn("read");
      c.serverOut().write(5);
      assertEquals(5, reader.get());
    }
  }

  @Test
  void timeoutIsNotTheBusinessOfAReadUnderWay() throws Exception {
    try (Connected c = connect()) {
      Background<Integer> reader = Background.of(() -> c.clientIn().read()).awaitBlockedIn("read");
      c.client.setSoTimeout(1);
      reader.assertStaysBlockedIn("read");
      c.serverOut().write(5);
      assertEquals(5, reader.get());
      assertReadTimesOut(c.clientIn());
    }
  }

  @Test
  void readUnderWayKeepsItsTimeout() throws Exception {
    try (Connected c = connect()) {
      c.client.setSoTimeout(100);
      Background<Integer> reader =
          Background.of(() -> c.clientIn().read()).awaitBlockedInOrDone("read");
      c.client.setSoTimeout(0);
      assertThrows(SocketTimeoutException.class, reader::get);
    }
  }

  @Test
  void readerBehindAReaderThatTimesOut() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.clientIn();
      c.client.setSoTimeout(20);
      Background<Integer> first = Background.of(() -> in.read());
      Background<Integer> second = Background.of(() -> in.read());
      assertThrows(SocketTimeoutException.class, first::get);
      assertThrows(SocketTimeoutException.class, second::get);
    }
  }

  @Test
  void timeoutCountsTheWaitForAReaderWithoutOne() throws Exception {
    assumeTrue(Runtime.version().feature() >= 25, "it does not count before");
    try (Connected c = connect()) {
      InputStream in = c.clientIn();
      Background<Integer> first = Background.of(() -> in.read()).awaitBlockedIn("read");
      c.client.setSoTimeout(SHORT);
      assertReadTimesOut(in);
      assertFalse(first.isDone());
      c.serverOut().write(5);
      assertEquals(5, first.get());
    }
  }

  @Test
  void writeDoesNotTimeOut() throws Exception {
    byte[] huge = new byte[Bytes.MORE_THAN_ROOM];
    try (Connected c = connect()) {
      c.client.setSoTimeout(1);
      Background<Void> writer =
          Background.running(() -> c.clientOut().write(huge)).awaitBlockedIn("write");
      writer.assertStaysBlockedIn("write");
      Bytes.discard(c.serverIn(), huge.length);
      writer.get();
    }
  }

  @Test
  void availableDoesNotTimeOut() throws Exception {
    try (Connected c = connect()) {
      c.client.setSoTimeout(1);
      assertEquals(0, c.clientIn().available());
    }
  }

  @Test
  void timeoutsOfTheTwoEndsAreTheirOwn() throws Exception {
    try (Connected c = connect()) {
      c.client.setSoTimeout(SHORT);
      assertEquals(0, c.server.getSoTimeout());
      assertReadTimesOut(c.clientIn());
      Background<Integer> reader =
          Background.of(() -> c.serverIn().read()).assertStaysBlockedIn("read");
      c.clientOut().write(1);
      assertEquals(1, reader.get());
    }
  }

  @Test
  void timeoutSetBeforeConnectHolds() throws Exception {
    try (var listener = Connected.listen(pairing.server());
        Socket client = pairing.client().newSocket()) {
      client.setSoTimeout(SHORT);
      client.connect(listener.getLocalSocketAddress());
      try (Socket server = listener.accept()) {
        assertEquals(SHORT, client.getSoTimeout());
        assertReadTimesOut(client.getInputStream());
        server.getOutputStream().write(1);
        client.setSoTimeout(LONG);
        assertEquals(1, client.getInputStream().read());
      }
    }
  }

  @Test
  void timeoutIsAnsweredAsSet() throws Exception {
    try (Connected c = connect()) {
      assertEquals(0, c.client.getSoTimeout());
      c.client.setSoTimeout(1234);
      assertEquals(1234, c.client.getSoTimeout());
      c.client.setSoTimeout(0);
      assertEquals(0, c.client.getSoTimeout());
    }
  }

  @Test
  void negativeTimeout() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            c.client.setSoTimeout(7);
            return Outcome.of(() -> c.client.setSoTimeout(-1)) + " " + c.client.getSoTimeout();
          }
        });
  }

  @Test
  void timeoutOfAnUnconnectedSocket() {
    assertAsOracle(
        over -> {
          try (Socket socket = over.client().newSocket()) {
            socket.setSoTimeout(77);
            return socket.getSoTimeout();
          }
        });
  }

  @Test
  void timeoutOfAClosedSocket() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            c.client.close();
            return Outcome.of(() -> c.client.setSoTimeout(1))
                + " "
                + Outcome.of(c.client::getSoTimeout);
          }
        });
  }

  @Test
  void readsTimeOutAfterShutdownOutput() throws Exception {
    try (Connected c = connect()) {
      c.client.shutdownOutput();
      c.client.setSoTimeout(SHORT);
      assertReadTimesOut(c.clientIn());
    }
  }
}
