package jfs.bench.program;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * What the ping-pong client tells its server, on their connection, before each slice. The server
 * answers with one byte when it is ready.
 */
public record SliceHeader(int operation, int size, int count) {

  public static final int ECHO = 1;
  public static final int STREAM = 2;
  public static final int BIDIR = 3;

  public static final int BYTES = 3 * Integer.BYTES;

  void send(OutputStream out, InputStream in) throws IOException {
    out.write(encoded());
    if (in.read() != operation) {
      throw new IOException("the server is not ready");
    }
  }

  /** The next header, or null at the end of the stream. */
  static SliceHeader receive(InputStream in, OutputStream out) throws IOException {
    byte[] bytes = in.readNBytes(BYTES);
    if (bytes.length == 0) {
      return null;
    }
    if (bytes.length < BYTES) {
      throw new EOFException("in a slice's header");
    }
    SliceHeader slice = decoded(ByteBuffer.wrap(bytes));
    out.write(slice.operation);
    return slice;
  }

  /** The bytes that are sent. */
  public byte[] encoded() {
    return ByteBuffer.allocate(BYTES).putInt(operation).putInt(size).putInt(count).array();
  }

  /** What was sent so. */
  public static SliceHeader decoded(ByteBuffer header) {
    return new SliceHeader(header.getInt(), header.getInt(), header.getInt());
  }
}
