package jfs.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the write methods take and send. */
class WriteContract extends Contract {

  @Test
  void singleByteIsSent() throws Exception {
    try (Connected c = connect()) {
      c.serverOut().write(65);
      assertEquals(65, c.clientIn().read());
    }
  }

  @Test
  void onlyTheLowEightBitsAreSent() throws Exception {
    try (Connected c = connect()) {
      for (int value : new int[] {0x1ff, -1, 0x100, Integer.MIN_VALUE, Integer.MAX_VALUE, -128}) {
        c.clientOut().write(value);
        assertEquals(value & 0xff, c.serverIn().read());
      }
    }
  }

  @Test
  void wholeArrayIsSent() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(new byte[] {1, 2, 3});
      assertArrayEquals(new byte[] {1, 2, 3}, c.serverIn().readNBytes(3));
    }
  }

  @Test
  void onlyTheRangeIsSent() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(new byte[] {1, 2, 3, 4, 5}, 1, 3);
      c.client.shutdownOutput();
      assertArrayEquals(new byte[] {2, 3, 4}, c.serverIn().readAllBytes());
    }
  }

  @Test
  void theArrayIsNotChanged() throws Exception {
    byte[] bytes = Bytes.pattern(5000);
    try (Connected c = connect()) {
      c.clientOut().write(bytes);
      assertArrayEquals(Bytes.pattern(5000), bytes);
    }
  }

  @Test
  void theArrayIsTheCallersAgainAfterTheWrite() throws Exception {
    byte[] bytes = Bytes.pattern(10_000);
    try (Connected c = connect()) {
      c.clientOut().write(bytes);
      Arrays.fill(bytes, (byte) 0);
      assertArrayEquals(Bytes.pattern(10_000), c.serverIn().readNBytes(10_000));
    }
  }

  @Test
  void writesArriveInOrder() throws Exception {
    byte[] sent = Bytes.pattern(5000);
    try (Connected c = connect()) {
      for (int i = 0; i < sent.length; i += 10) {
        c.clientOut().write(sent, i, 10);
      }
      assertArrayEquals(sent, c.serverIn().readNBytes(sent.length));
    }
  }

  @Test
  void writesOfManySizesArriveInOrder() throws Exception {
    byte[] sent = Bytes.pattern(300_000);
    try (Connected c = connect()) {
      Background<Void> writer =
          Background.running(
              () -> {
                int size = 1;
                for (int at = 0; at < sent.length; at += size) {
                  size = Math.min(1 + (at * 7) % 4099, sent.length - at);
                  c.clientOut().write(sent, at, size);
                }
              });
      assertArrayEquals(sent, c.serverIn().readNBytes(sent.length));
      writer.get();
    }
  }

  @Test
  void zeroLengthSendsNothing() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(new byte[0]);
      c.clientOut().write(new byte[4], 4, 0);
      c.clientOut().write(3);
      assertEquals(3, c.serverIn().read());
    }
  }

  @Test
  void zeroLengthOnAClosedSocket() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            OutputStream out = c.clientOut();
            c.client.close();
            return Outcome.of(() -> out.write(new byte[2], 1, 0));
          }
        });
  }

  @Test
  void zeroLengthAfterShutdownOutput() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            OutputStream out = c.clientOut();
            c.client.shutdownOutput();
            return Outcome.of(() -> out.write(new byte[0]));
          }
        });
  }

  private void assertOutOfBounds(int size, int offset, int length) throws Exception {
    try (Connected c = connect()) {
      OutputStream out = c.clientOut();
      byte[] bytes = new byte[size];
      assertThrows(IndexOutOfBoundsException.class, () -> out.write(bytes, offset, length));
      out.write(5);
      assertEquals(5, c.serverIn().read());
    }
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            OutputStream out = c.clientOut();
            return Outcome.of(() -> out.write(new byte[size], offset, length));
          }
        });
  }

  @Test
  void negativeOffset() throws Exception {
    assertOutOfBounds(4, -1, 1);
  }

  @Test
  void negativeLength() throws Exception {
    assertOutOfBounds(4, 1, -1);
  }

  @Test
  void lengthBeyondTheArray() throws Exception {
    assertOutOfBounds(4, 2, 3);
  }

  @Test
  void offsetBeyondTheArray() throws Exception {
    assertOutOfBounds(4, 5, 0);
  }

  @Test
  void offsetPlusLengthOverflows() throws Exception {
    assertOutOfBounds(4, 2, Integer.MAX_VALUE);
  }

  @Test
  void badBoundsOnAClosedSocket() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            OutputStream out = c.clientOut();
            c.client.close();
            return Outcome.of(() -> out.write(new byte[2], 1, 2));
          }
        });
  }

  @Test
  void nullArray() throws Exception {
    try (Connected c = connect()) {
      OutputStream out = c.clientOut();
      assertThrows(NullPointerException.class, () -> out.write(null));
      assertThrows(NullPointerException.class, () -> out.write(null, 0, 1));
      assertThrows(NullPointerException.class, () -> out.write(null, 0, 0));
    }
  }

  @Test
  void bytesLeaveWithoutFlush() throws Exception {
    try (Connected c = connect()) {
      Background<Integer> reader = Background.of(() -> c.serverIn().read()).awaitBlockedIn("read");
      c.clientOut().write(1);
      assertEquals(1, reader.get());
    }
  }

  @Test
  void flushDoesNothing() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().flush();
      c.clientOut().write(1);
      c.clientOut().flush();
      assertEquals(1, c.serverIn().read());
    }
  }

  @Test
  void flushOnAClosedSocket() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            OutputStream out = c.clientOut();
            c.client.close();
            return Outcome.of(out::flush);
          }
        });
  }

  @Test
  void flushAfterShutdownOutput() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            OutputStream out = c.clientOut();
            c.client.shutdownOutput();
            return Outcome.of(out::flush);
          }
        });
  }

  @Test
  void sameStreamEveryTime() throws Exception {
    try (Connected c = connect()) {
      assertSame(c.clientOut(), c.client.getOutputStream());
      assertNotSame(c.clientOut(), c.serverOut());
    }
  }

  @Test
  void noStreamBeforeConnect() {
    assertAsOracle(
        over -> {
          try (Socket socket = over.client().newSocket()) {
            return socket.getOutputStream();
          }
        });
  }

  @Test
  void noStreamAfterClose() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            c.server.close();
            return c.server.getOutputStream();
          }
        });
  }

  @Test
  void noStreamAfterShutdownOutput() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            c.server.shutdownOutput();
            return c.server.getOutputStream();
          }
        });
  }

  @Test
  void closingTheStreamClosesTheSocket() throws Exception {
    try (Connected c = connect()) {
      c.serverOut().close();
      assertTrue(c.server.isClosed());
      assertEquals(-1, c.clientIn().read());
    }
  }

  @Test
  void closingTheStreamAgainDoesNothing() throws Exception {
    try (Connected c = connect()) {
      OutputStream out = c.clientOut();
      out.close();
      out.close();
      assertTrue(c.client.isClosed());
    }
  }

  @Test
  void closingTheOutputStreamEndsTheInputStreamToo() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            var in = c.clientIn();
            c.clientOut().close();
            return in.read();
          }
        });
  }

  @Test
  void closeDeliversWhatWasWritten() throws Exception {
    byte[] sent = Bytes.pattern(60_000);
    try (Connected c = connect()) {
      c.clientOut().write(sent);
      c.clientOut().close();
      assertArrayEquals(sent, c.serverIn().readAllBytes());
    }
  }

  @Test
  void writeAfterClose() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            OutputStream out = c.clientOut();
            c.client.close();
            return Outcome.of(() -> out.write(1)) + " " + Outcome.of(() -> out.write(new byte[9]));
          }
        });
  }

  @Test
  void bufferedStreamSendsWhenFlushed() throws Exception {
    try (Connected c = connect()) {
      OutputStream out = new BufferedOutputStream(c.clientOut());
      out.write(Bytes.pattern(100));
      out.flush();
      assertArrayEquals(Bytes.pattern(100), c.serverIn().readNBytes(100));
    }
  }

  @Test
  void objectsTravelBothWays() throws Exception {
    try (Connected c = connect()) {
      // An object takes several small writes, which would wait for delayed acknowledgements.
      c.client.setTcpNoDelay(true);
      c.server.setTcpNoDelay(true);
      ObjectOutputStream toServer = new ObjectOutputStream(c.clientOut());
      ObjectOutputStream toClient = new ObjectOutputStream(c.serverOut());
      ObjectInputStream atServer = new ObjectInputStream(c.serverIn());
      ObjectInputStream atClient = new ObjectInputStream(c.clientIn());
      for (int i = 0; i < 10; i++) {
        toServer.writeObject(List.of("request", i));
        assertEquals(List.of("request", i), atServer.readObject());
        toClient.writeObject(List.of("answer", i));
        assertEquals(List.of("answer", i), atClient.readObject());
      }
    }
  }

  @Test
  void pingPongOfManySizes() throws Exception {
    try (Connected c = connect()) {
      for (int size = 1; size < 20_000; size = size * 3 + 1) {
        byte[] ball = Bytes.pattern(size);
        c.clientOut().write(ball);
        byte[] there = c.serverIn().readNBytes(size);
        c.serverOut().write(there);
        assertArrayEquals(ball, c.clientIn().readNBytes(size));
      }
    }
  }
}
