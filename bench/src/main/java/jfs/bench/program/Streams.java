package jfs.bench.program;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Random;

/** Messages one way; the first byte of each says which it is. */
final class Streams {

  private Streams() {}

  static void send(OutputStream out, int size, int count) throws IOException {
    byte[] message = new byte[size];
    new Random(size).nextBytes(message);
    for (int i = 0; i < count; i++) {
      message[0] = (byte) i;
      out.write(message, 0, size);
    }
  }

  static void receive(InputStream in, int size, int count) throws IOException {
    byte[] message = new byte[size];
    for (int i = 0; i < count; i++) {
      if (in.readNBytes(message, 0, size) < size) {
        throw new EOFException("in message " + i);
      }
      if (message[0] != (byte) i) {
        throw new IOException("message " + i + " is another one");
      }
    }
  }
}
