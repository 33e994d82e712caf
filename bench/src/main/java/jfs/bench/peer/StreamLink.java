package jfs.bench.peer;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;

/** A socket's streams. */
record StreamLink(Socket socket, InputStream in, OutputStream out) implements Link {

  static StreamLink of(Socket socket) throws IOException {
    return new StreamLink(socket, socket.getInputStream(), socket.getOutputStream());
  }

  @Override
  public ByteBuffer allocate(int bytes) {
    return ByteBuffer.allocate(bytes);
  }

  @Override
  public void write(ByteBuffer bytes) throws IOException {
    out.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
    bytes.position(bytes.limit());
  }

  @Override
  public boolean read(ByteBuffer bytes) throws IOException {
    int wanted = bytes.remaining();
    int read = in.readNBytes(bytes.array(), bytes.arrayOffset() + bytes.position(), wanted);
    bytes.position(bytes.position() + read);
    if (read > 0 && read < wanted) {
      throw new EOFException();
    }
    return read == wanted;
  }

  @Override
  public void skip(long bytes, int most) throws IOException {
    byte[] portion = new byte[most];
    for (long left = bytes; left > 0; ) {
      int read = in.read(portion, 0, (int) Math.min(left, most));
      if (read < 0) {
        throw new EOFException();
      }
      left -= read;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
