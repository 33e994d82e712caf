package jfs.bench.program;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Random;

/** A channel with a selector of its own, on which messages go one way. */
final class StreamingChannel {

  private final SocketChannel channel;
  private final Selector selector = Selector.open();
  private final SelectionKey key;

  StreamingChannel(SocketChannel channel) throws IOException {
    this.channel = channel;
    key = channel.register(selector, 0);
  }

  /** Sends so many messages, and waits until the server says that it has them all. */
  void send(int size, int count) throws IOException {
    byte[] message = new byte[size];
    new Random(20051).nextBytes(message);
    ByteBuffer bytes = ByteBuffer.allocateDirect(size).put(message);
    write(ByteBuffer.allocate(Long.BYTES).putLong(0, (long) size * count));
    for (int i = 0; i < count; i++) {
      write(bytes.clear());
    }
    ByteBuffer answer = ByteBuffer.allocate(1);
    while (answer.hasRemaining()) {
      await(SelectionKey.OP_READ);
      if (channel.read(answer) < 0) {
        throw new EOFException("amid a stream");
      }
    }
  }

  private void write(ByteBuffer bytes) throws IOException {
    while (channel.write(bytes) >= 0 && bytes.hasRemaining()) {
      await(SelectionKey.OP_WRITE);
    }
  }

  private void await(int operation) throws IOException {
    key.interestOps(operation);
    selector.select();
    selector.selectedKeys().clear();
  }
}
