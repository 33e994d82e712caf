package jfs.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.InputStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What the read methods take and return, up to end of file. */
class ReadContract extends Contract {

  @Test
  void singleByteIsRead() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(7);
      assertEquals(7, c.serverIn().read());
    }
  }

  @Test
  void everyByteValueIsReadAsItIsUnsigned() throws Exception {
    try (Connected c = connect()) {
      for (int value = 0; value < 256; value++) {
        c.clientOut().write(value);
        assertEquals(value, c.serverIn().read());
      }
    }
  }

  @Test
  void everyByteValueSurvivesInAnArray() throws Exception {
    byte[] all = new byte[256];
    for (int value = 0; value < 256; value++) {
      all[value] = (byte) value;
    }
    try (Connected c = connect()) {
      c.serverOut().write(all);
      assertArrayEquals(all, c.clientIn().readNBytes(256));
    }
  }

  @Test
  void byte255IsNotEndOfFile() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(new byte[] {-1, -1});
      assertEquals(255, c.serverIn().read());
      byte[] one = new byte[1];
      assertEquals(1, c.serverIn().read(one));
      assertEquals(-1, one[0]);
    }
  }

  @Test
  void arrayIsFilledOnlyAsFarAsThereAreBytes() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(new byte[] {1, 2, 3});
      byte[] eight = new byte[8];
      Bytes.awaitAvailable(c.serverIn(), 3);
      assertEquals(3, c.serverIn().read(eight));
      assertArrayEquals(new byte[] {1, 2, 3, 0, 0, 0, 0, 0}, eight);
    }
  }

  @Test
  void offsetAndLengthBoundWhatIsTouched() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(new byte[] {1, 2, 3, 4, 5, 6});
      byte[] eight = Bytes.filled(8, 9);
      Bytes.awaitAvailable(c.serverIn(), 6);
      assertEquals(3, c.serverIn().read(eight, 2, 3));
      assertArrayEquals(new byte[] {9, 9, 1, 2, 3, 9, 9, 9}, eight);
    }
  }

  @Test
  void whatDoesNotFitStaysForTheNextRead() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(new byte[] {1, 2, 3, 4, 5});
      byte[] two = new byte[2];
      Bytes.awaitAvailable(c.serverIn(), 5);
      assertEquals(2, c.serverIn().read(two));
      assertArrayEquals(new byte[] {1, 2}, two);
      assertEquals(3, c.serverIn().read());
      assertArrayEquals(new byte[] {4, 5}, c.serverIn().readNBytes(2));
    }
  }

  @Test
  void severalWritesMayBeReadAtOnce() throws Exception {
    try (Connected c = connect()) {
      for (int i = 0; i < 10; i++) {
        c.clientOut().write(i);
      }
      Bytes.awaitAvailable(c.serverIn(), 10);
      byte[] all = new byte[16];
      assertEquals(10, c.serverIn().read(all));
      assertArrayEquals(new byte[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, Arrays.copyOf(all, 10));
    }
  }

  @Test
  void readIntoTheLastElement() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(new byte[] {5, 6});
      byte[] four = new byte[4];
      assertEquals(1, c.serverIn().read(four, 3, 1));
      assertArrayEquals(new byte[] {0, 0, 0, 5}, four);
    }
  }

  @Test
  void zeroLengthReturnsZeroWithoutBlocking() throws Exception {
    try (Connected c = connect()) {
      assertEquals(0, c.serverIn().read(new byte[4], 1, 0));
      assertEquals(0, c.serverIn().read(new byte[0]));
      assertEquals(0, c.serverIn().read(new byte[4], 4, 0));
    }
  }

  @Test
  void zeroLengthTakesNothing() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(1);
      Bytes.awaitAvailable(c.serverIn(), 1);
      assertEquals(0, c.serverIn().read(new byte[4], 1, 0));
      assertEquals(1, c.serverIn().read());
    }
  }

  @Test
  void zeroLengthDoesNotWaitForAnotherReader() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.serverIn();
      Background<Integer> reader = Background.of(() -> in.read()).awaitBlockedIn("read");
      assertEquals(0, in.read(new byte[0]));
      c.clientOut().write(3);
      assertEquals(3, reader.get());
    }
  }

  @Test
  void zeroLengthAtEndOfFile() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            c.client.shutdownOutput();
            return c.serverIn().read() + " " + c.serverIn().read(new byte[0]);
          }
        });
  }

  @Test
  void zeroLengthOnAClosedSocket() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            InputStream in = c.serverIn();
            c.server.close();
            return in.read(new byte[2], 1, 0);
          }
        });
  }

  @Test
  void zeroLengthAfterShutdownInput() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            InputStream in = c.serverIn();
            c.server.shutdownInput();
            return in.read(new byte[0]);
          }
        });
  }

  private void assertOutOfBounds(int size, int offset, int length) throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.serverIn();
      byte[] bytes = new byte[size];
      assertThrows(IndexOutOfBoundsException.class, () -> in.read(bytes, offset, length));
    }
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            return c.serverIn().read(new byte[size], offset, length);
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
  void smallestIntegers() throws Exception {
    assertOutOfBounds(4, Integer.MIN_VALUE, Integer.MIN_VALUE);
  }

  @Test
  void badBoundsTakeNothing() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(8);
      InputStream in = c.serverIn();
      Bytes.awaitAvailable(in, 1);
      byte[] four = new byte[4];
      assertThrows(IndexOutOfBoundsException.class, () -> in.read(four, 0, 5));
      assertEquals(8, in.read());
    }
  }

  @Test
  void badBoundsAtEndOfFile() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            c.client.shutdownOutput();
            InputStream in = c.serverIn();
            return in.read() + " " + Outcome.of(() -> in.read(new byte[2], 1, 2));
          }
        });
  }

  @Test
  void badBoundsOnAClosedSocket() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            InputStream in = c.serverIn();
            c.server.close();
            return in.read(new byte[2], -1, 2);
          }
        });
  }

  @Test
  void nullArray() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.serverIn();
      assertThrows(NullPointerException.class, () -> in.read(null));
      assertThrows(NullPointerException.class, () -> in.read(null, 0, 1));
      assertThrows(NullPointerException.class, () -> in.read(null, 0, 0));
    }
  }

  @Test
  void readBlocksUntilAByteComes() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.serverIn();
      Background<Integer> reader = Background.of(() -> in.read()).awaitBlockedIn("read");
      c.clientOut().write(77);
      assertEquals(77, reader.get());
    }
  }

  @Test
  void blockedReadReturnsWithTheFirstBytesAndDoesNotWaitForMore() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.serverIn();
      Background<Integer> reader =
          Background.of(() -> in.read(new byte[100])).awaitBlockedIn("read");
      c.clientOut().write(new byte[5]);
      assertEquals(5, reader.get());
    }
  }

  @Test
  void blockedReadReturnsWithTheEndOfFile() throws Exception {
    try (Connected c = connect()) {
      InputStream in = c.serverIn();
      Background<Integer> reader = Background.of(() -> in.read()).awaitBlockedIn("read");
      c.client.close();
      assertEquals(-1, reader.get());
    }
  }

  @Test
  void endOfFileIsReadAgainAndAgain() throws Exception {
    try (Connected c = connect()) {
      c.client.close();
      InputStream in = c.serverIn();
      for (int i = 0; i < 3; i++) {
        assertEquals(-1, in.read());
        assertEquals(-1, in.read(new byte[3]));
        assertEquals(-1, in.read(new byte[3], 1, 1));
      }
    }
  }

  @Test
  void endOfFileComesAfterEverythingThatWasSent() throws Exception {
    byte[] sent = Bytes.pattern(50_000);
    try (Connected c = connect()) {
      c.clientOut().write(sent);
      c.client.close();
      assertArrayEquals(sent, c.serverIn().readNBytes(sent.length));
      assertEquals(-1, c.serverIn().read());
    }
  }

  @Test
  void endOfFileLeavesTheArrayAlone() throws Exception {
    try (Connected c = connect()) {
      c.client.shutdownOutput();
      byte[] three = {1, 2, 3};
      assertEquals(-1, c.serverIn().read(three));
      assertArrayEquals(new byte[] {1, 2, 3}, three);
    }
  }

  @Test
  void endOfFileDoesNotCloseTheSocket() throws Exception {
    try (Connected c = connect()) {
      c.client.shutdownOutput();
      assertEquals(-1, c.serverIn().read());
      c.serverOut().write(4);
      assertEquals(4, c.clientIn().read());
    }
  }

  @Test
  void endOfFileOnceSeenOutlastsClose() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            InputStream in = c.serverIn();
            c.client.shutdownOutput();
            int before = in.read();
            c.server.close();
            return before + " " + Outcome.of(() -> in.read());
          }
        });
  }

  @Test
  void endOfFileNotYetSeenIsLostByClose() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            InputStream in = c.serverIn();
            c.client.shutdownOutput();
            c.server.close();
            return in.read();
          }
        });
  }

  @Test
  void bytesNotYetReadAreLostByClose() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            InputStream in = c.serverIn();
            c.clientOut().write(new byte[10]);
            Bytes.awaitAvailable(in, 10);
            c.server.close();
            return in.read();
          }
        });
  }
}
