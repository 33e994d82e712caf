package jfs.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** The input stream as a stream: its life, its bulk methods, several readers. */
class ReadStreamContract extends Contract {

  @Test
  void sameStreamEveryTime() throws Exception {
    try (Connected c = connect()) {
      assertSame(c.clientIn(), c.client.getInputStream());
      assertNotSame(c.clientIn(), c.serverIn());
    }
  }

  @Test
  void noStreamBeforeConnect() {
    assertAsOracle(
        over -> {
          try (Socket socket = over.client().newSocket()) {
            return socket.getInputStream();
          }
        });
  }

  @Test
  void noStreamAfterClose() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            c.client.close();
            return c.client.getInputStream();
          }
        });
  }

  @Test
  void noStreamAfterShutdownInput() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            c.client.shutdownInput();
            return c.client.getInputStream();
          }
        });
  }

  @Test
  void streamAtEndOfFileIsStillGiven() throws Exception {
    try (Connected c = connect()) {
      c.client.close();
      assertEquals(-1, c.serverIn().read());
      assertEquals(-1, c.serverIn().read());
    }
  }

  @Test
  void closingTheStreamClosesTheSocket() throws Exception {
    try (Connected c = connect()) {
      c.clientIn().close();
      assertTrue(c.client.isClosed());
      assertEquals(-1, c.serverIn().read());
    }
  }

  @Test
  void closingTheStreamAgainDoesNothing() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.clientIn();
      in.close();
      in.close();
      assertTrue(c.client.isClosed());
    }
  }

  @Test
  void closingTheInputStreamEndsTheOutputStreamToo() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            var out = c.clientOut();
            c.clientIn().close();
            return Outcome.of(() -> out.write(1));
          }
        });
  }

  @Test
  void marksAreNotSupported() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.clientIn();
      assertFalse(in.markSupported());
      in.mark(10);
      assertThrows(IOException.class, in::reset);
    }
  }

  @Test
  void skipPassesOverBytes() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(new byte[] {1, 2, 3, 4, 5});
      c.client.shutdownOutput();
      assertEquals(3, c.serverIn().skip(3));
      assertEquals(4, c.serverIn().read());
      assertEquals(1, c.serverIn().skip(100));
      assertEquals(0, c.serverIn().skip(100));
    }
  }

  @Test
  void skipOfNothingDoesNotBlock() throws Exception {
    try (Connected c = connect()) {
      assertEquals(0, c.serverIn().skip(0));
      assertEquals(0, c.serverIn().skip(-5));
      c.serverIn().skipNBytes(0);
    }
  }

  @Test
  void skipBlocksForBytes() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.serverIn();
      Background<Long> skipper = Background.of(() -> in.skip(2)).awaitBlockedIn("skip");
      c.clientOut().write(new byte[] {1, 2, 3});
      assertEquals(2, skipper.get());
      assertEquals(3, in.read());
    }
  }

  @Test
  void skipNBytesBeyondTheEnd() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(new byte[5]);
      c.client.shutdownOutput();
      InputStream in = c.serverIn();
      assertThrows(EOFException.class, () -> in.skipNBytes(6));
    }
  }

  @Test
  void readAllBytesOfAnEmptyStream() throws Exception {
    try (Connected c = connect()) {
      c.client.shutdownOutput();
      assertEquals(0, c.serverIn().readAllBytes().length);
    }
  }

  @Test
  void readAllBytesAnswersEverythingUpToTheEnd() throws Exception {
    byte[] sent = Bytes.pattern(300_000);
    try (Connected c = connect()) {
      Background<Void> writer =
          Background.running(
              () -> {
                c.clientOut().write(sent);
                c.client.shutdownOutput();
              });
      assertArrayEquals(sent, c.serverIn().readAllBytes());
      writer.get();
    }
  }

  @Test
  void readNBytesWaitsForAll() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.serverIn();
      Background<byte[]> reader = Background.of(() -> in.readNBytes(3));
      c.clientOut().write(1);
      reader.awaitBlockedIn("readNBytes");
      c.clientOut().write(new byte[] {2, 3, 4});
      assertArrayEquals(new byte[] {1, 2, 3}, reader.get());
      assertEquals(4, in.read());
    }
  }

  @Test
  void readNBytesStopsAtTheEnd() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(new byte[] {1, 2});
      c.client.shutdownOutput();
      assertArrayEquals(new byte[] {1, 2}, c.serverIn().readNBytes(10));
      assertEquals(0, c.serverIn().readNBytes(10).length);
      assertEquals(0, c.serverIn().readNBytes(new byte[4], 0, 4));
    }
  }

  @Test
  void readNBytesOfNothingDoesNotBlock() throws Exception {
    try (Connected c = connect()) {
      assertEquals(0, c.serverIn().readNBytes(0).length);
      assertEquals(0, c.serverIn().readNBytes(new byte[4], 2, 0));
    }
  }

  @Test
  void readNBytesOfANegativeNumber() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.serverIn();
      assertThrows(IllegalArgumentException.class, () -> in.readNBytes(-1));
    }
  }

  @Test
  void transferToPassesEverythingOn() throws Exception {
    byte[] sent = Bytes.pattern(100_000);
    try (Connected c = connect()) {
      Background<Void> writer =
          Background.running(
              () -> {
                c.clientOut().write(sent);
                c.client.shutdownOutput();
              });
      ByteArrayOutputStream received = new ByteArrayOutputStream();
      assertEquals(sent.length, c.serverIn().transferTo(received));
      assertArrayEquals(sent, received.toByteArray());
      writer.get();
    }
  }

  @Test
  void transferToNull() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.serverIn();
      assertThrows(NullPointerException.class, () -> in.transferTo(null));
    }
  }

  @Test
  void transferFromOneSocketToAnother() throws Exception {
    byte[] sent = Bytes.pattern(400_000);
    try (Connected first = connect();
        Connected second = connect()) {
      Background<Void> writer =
          Background.running(
              () -> {
                first.clientOut().write(sent);
                first.client.shutdownOutput();
              });
      Background<Void> relay =
          Background.running(
              () -> {
                first.serverIn().transferTo(second.clientOut());
                second.client.shutdownOutput();
              });
      assertArrayEquals(sent, second.serverIn().readAllBytes());
      writer.get();
      relay.get();
    }
  }

  @Test
  void mebibyteArrivesExactlyThroughALargeArray() throws Exception {
    byte[] sent = Bytes.pattern(Bytes.MEBI);
    try (Connected c = connect()) {
      Background<Void> writer = Background.running(() -> c.clientOut().write(sent));
      byte[] received = new byte[sent.length];
      int filled = 0;
      while (filled < received.length) {
        int n = c.serverIn().read(received, filled, received.length - filled);
        assertTrue(n > 0);
        filled += n;
      }
      assertArrayEquals(sent, received);
      writer.get();
    }
  }

  @Test
  void mebibyteArrivesExactlyThroughOddSmallArrays() throws Exception {
    byte[] sent = Bytes.pattern(Bytes.MEBI);
    try (Connected c = connect()) {
      Background<Void> writer =
          Background.running(
              () -> {
                c.clientOut().write(sent);
                c.client.shutdownOutput();
              });
      ByteArrayOutputStream received = new ByteArrayOutputStream();
      byte[] odd = new byte[1021];
      for (int n = c.serverIn().read(odd); n >= 0; n = c.serverIn().read(odd)) {
        received.write(odd, 0, n);
      }
      assertArrayEquals(sent, received.toByteArray());
      writer.get();
    }
  }

  @Test
  void largeArrayForFewBytes() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(new byte[] {1, 2, 3});
      c.client.shutdownOutput();
      assertEquals(3, c.serverIn().readNBytes(new byte[4 * Bytes.MEBI], 0, 4 * Bytes.MEBI));
    }
  }

  @Test
  void bufferedAndDataStreamsWorkOnTop() throws Exception {
    try (Connected c = connect()) {
      DataOutputStream out = new DataOutputStream(c.clientOut());
      DataInputStream in = new DataInputStream(new BufferedInputStream(c.serverIn()));
      out.writeUTF("grüße");
      out.writeLong(Long.MIN_VALUE);
      out.writeDouble(Math.PI);
      assertEquals("grüße", in.readUTF());
      assertEquals(Long.MIN_VALUE, in.readLong());
      assertEquals(Math.PI, in.readDouble());
    }
  }

  @Test
  void twoReadersGetEachByteOnce() throws Exception {
    byte[] sent = Bytes.pattern(10_000);
    try (Connected c = connect()) {
      InputStream in = c.serverIn();
      Callable<int[]> counting =
          () -> {
            int[] counts = new int[256];
            for (int value = in.read(); value >= 0; value = in.read()) {
              counts[value]++;
            }
            return counts;
          };
      Background<int[]> first = Background.of(counting);
      Background<int[]> second = Background.of(counting);
      c.clientOut().write(sent);
      c.client.shutdownOutput();
      int[] expected = new int[256];
      for (byte b : sent) {
        expected[b & 0xff]++;
      }
      int[] counts = first.get();
      for (int value = 0; value < 256; value++) {
        counts[value] += second.get()[value];
      }
      assertArrayEquals(expected, counts);
    }
  }

  @Test
  void waitingReadersAreServedOneByOne() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.serverIn();
      Background<Integer> first = Background.of(() -> in.read()).awaitBlockedIn("read");
      Background<Integer> second = Background.of(() -> in.read()).awaitBlockedIn("read");
      c.clientOut().write(1);
      c.clientOut().write(2);
      assertEquals(3, first.get() + second.get());
    }
  }

  @Test
  void waitingReadersAllSeeTheEndOfFile() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.serverIn();
      Background<Integer> first = Background.of(() -> in.read()).awaitBlockedIn("read");
      Background<Integer> second = Background.of(() -> in.read()).awaitBlockedIn("read");
      c.client.shutdownOutput();
      assertEquals(-1, first.get());
      assertEquals(-1, second.get());
    }
  }

  @Test
  void readingDoesNotHoldUpWriting() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.serverIn();
      Background<Integer> reader = Background.of(() -> in.read()).awaitBlockedIn("read");
      c.serverOut().write(9);
      assertEquals(9, c.clientIn().read());
      c.clientOut().write(8);
      assertEquals(8, reader.get());
    }
  }
}
