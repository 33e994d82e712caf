package jfs.nio.shm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.util.Random;
import jfs.core.transport.Anchor;
import org.junit.jupiter.api.Test;

class TcpPiecesTest {

  /** TCP of a thread that has direct memory for so many bytes, and finds no more. */
  private static final class Narrow implements Anchor {
    private final int most;
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    Narrow(int most) {
      this.most = most;
    }

    private void check(int length) {
      if (length > most) {
        throw new OutOfMemoryError("of this test's");
      }
    }

    @Override
    public int read(byte[] bytes, int offset, int length, int timeoutMillis) {
      check(length);
      bytes[offset] = 7;
      return length;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      check(length);
      written.write(bytes, offset, length);
    }

    @Override
    public int available() {
      return 0;
    }

    @Override
    public void shutdownOutput() {}

    @Override
    public void resetAtClose() {}

    @Override
    public void close() {}
  }

  @Test
  void allIsWrittenOnceInPiecesThatTheThreadHasMemoryFor() throws Exception {
    byte[] stream = new byte[300_001];
    new Random(7).nextBytes(stream);
    for (int most : new int[] {1, 3, 1000, 1 << 20}) {
      Narrow tcp = new Narrow(most);
      TcpPieces.write(tcp, stream, 0, stream.length);
      assertArrayEquals(stream, tcp.written.toByteArray());
    }
  }

  @Test
  void asMuchIsReadAsTheThreadHasMemoryFor() throws Exception {
    byte[] bytes = new byte[1000];
    assertEquals(1000, TcpPieces.read(new Narrow(1000), bytes, 0, 1000, 0));
    assertEquals(500, TcpPieces.read(new Narrow(999), bytes, 0, 1000, 0));
    assertEquals(1, TcpPieces.read(new Narrow(1), bytes, 999, 1, 0));
    assertEquals(7, bytes[999]);
  }

  @Test
  void whereThereIsNoneAtAllItIsSaid() {
    Narrow none = new Narrow(0);
    assertThrows(OutOfMemoryError.class, () -> TcpPieces.read(none, new byte[9], 0, 9, 0));
    assertThrows(OutOfMemoryError.class, () -> TcpPieces.write(none, new byte[9], 0, 9));
    assertEquals(0, none.written.size());
  }
}
