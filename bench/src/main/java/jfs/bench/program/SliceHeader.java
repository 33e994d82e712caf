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
record SliceHeader(int operation, int size, int count) {

  static final int ECHO = 1;
  static final int STREAM = 2;

  private static final int BYTES = 3 * Integer.BYTES;

  void send(OutputStream out, InputStream in) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(BYTES);
    out.write(header.putInt(operation).putInt(size).putInt(count).array());
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
    ByteBuffer header = ByteBuffer.wrap(bytes);
    SliceHeader slice = new SliceHeader(header.getInt(), header.getInt(), header.getInt());
    out.write(slice.operation);
    return slice;
  }
}
