package jfs.bench.peer;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A blocking channel of the JDK's, with direct buffers, which it need not copy. */
record ChannelLink(SocketChannel channel) implements Link {

  @Override
  public ByteBuffer allocate(int bytes) {
    return ByteBuffer.allocateDirect(bytes);
  }

  @Override
  public void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  @Override
  public boolean read(ByteBuffer bytes) throws IOException {
    int before = bytes.position();
    while (bytes.hasRemaining()) {
      if (channel.read(bytes) < 0) {
        if (bytes.position() == before) {
          return false;
        }
        throw new EOFException();
      }
    }
    return true;
  }

  @Override
  public void skip(long bytes, int most) throws IOException {
    ByteBuffer portion = allocate(most);
    for (long left = bytes; left > 0; ) {
      int read = channel.read(portion.clear().limit((int) Math.min(left, most)));
      if (read < 0) {
        throw new EOFException();
      }
      left -= read;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
