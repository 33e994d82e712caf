package jfs.bench.program;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** Sends back what comes, as it comes. */
final class EchoedChannel implements Answering {

  private static final int MOST = 64 * 1024;

  private final SocketChannel channel;

  /** What was read and not yet written. */
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(MOST).limit(0);

  EchoedChannel(SocketChannel channel) {
    this.channel = channel;
  }

  @Override
  public int goOn() throws IOException {
    if (!buffer.hasRemaining()) {
      int n = channel.read(buffer.clear());
      buffer.flip();
      if (n < 0) {
        return Answering.ENDED;
      }
    }
    channel.write(buffer);
    return buffer.hasRemaining() ? SelectionKey.OP_WRITE : SelectionKey.OP_READ;
  }
}
