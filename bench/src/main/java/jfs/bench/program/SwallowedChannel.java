package jfs.bench.program;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** Takes portions of bytes: each is preceded by its length, a long, and answered by one byte. */
final class SwallowedChannel implements Answering {

  private static final int MOST = 64 * 1024;

  private final SocketChannel channel;
  private final ByteBuffer length = ByteBuffer.allocate(Long.BYTES);
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(MOST);
  private final ByteBuffer answer = ByteBuffer.allocate(1);

  /** How many bytes of the portion are to come; meaningful once its length has come. */
  private long left;

  SwallowedChannel(SocketChannel channel) {
    this.channel = channel;
  }

  @Override
  public int goOn() throws IOException {
    if (length.hasRemaining()) {
      int n = channel.read(length);
      left = length.hasRemaining() ? 0 : length.getLong(0);
      return n < 0 ? Answering.ENDED : SelectionKey.OP_READ;
    }
    int n = channel.read(buffer.clear().limit((int) Math.min(left, MOST)));
    if (n < 0) {
      return Answering.ENDED;
    }
    left -= n;
    if (left == 0) {
      length.clear();
      channel.write(answer.clear()); // a socket's buffers have room for one byte
    }
    return SelectionKey.OP_READ;
  }
}
