package jfs.nio;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The sending direction. A write holds the lock until the kernel has taken its last byte, so that
 * two writes never mix.
 */
final class ChannelWriter {

  private static final int LEAST_BYTES = 16 * 1024;

  /** The message of the kernel for a connection with an output that has ended. */
  private static final String BROKEN = "Broken pipe";

  /** The message of the adaptor of a non-blocking channel when the kernel has no room. */
  private static final String NO_ROOM = "Socket buffer full";

  private final ChannelCarrier<SocketChannel> carrier;
  private final AnswerHint answer;
  private final ReentrantLock lock = new ReentrantLock();

  /** Set once, under the monitor of the carrier's life; volatile for the writing thread. */
  private volatile boolean shutdown;

  ChannelWriter(ChannelCarrier<SocketChannel> carrier, AnswerHint answer) {
    this.carrier = carrier;
    this.answer = answer;
  }

  void write(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (length == 0) {
      return;
    }
    lock.lock();
    try {
      writeFully(bytes, offset, offset + length);
      answer.expect();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Does not spin. A short write means that the kernel has no room left. The kernel says "writable"
   * only when a good part of its buffer is free again, so that one wait serves many writes; but
   * each futile attempt would copy the bytes into a direct buffer for nothing. For the same reason
   * the next attempt is limited by what there was room for.
   */
  private void writeFully(byte[] bytes, int offset, int end) throws IOException {
    int position = offset;
    int most = ChannelReader.MOST_BYTES;
    while (position < end) {
      int wanted = Math.min(end - position, most);
      int n = writeSome(ByteBuffer.wrap(bytes, position, wanted));
      position += n;
      if (n < wanted) {
        most = Math.max(LEAST_BYTES, Math.min(ChannelReader.MOST_BYTES, 2 * n));
        awaitRoom();
      } else {
        most = Math.min(ChannelReader.MOST_BYTES, 2 * most);
      }
    }
  }

  private int writeSome(ByteBuffer from) throws IOException {
    carrier.life.ensureConnected();
    SocketChannel channel = carrier.socket.channel;
    try {
      return channel.write(from);
    } catch (IOException e) {
      throw broken(e);
    }
  }

  private void awaitRoom() throws IOException {
    try {
      carrier.socket.waits.await(SelectionKey.OP_WRITE, 0);
    } catch (InterruptedIOException e) {
      throw carrier.closedOr(e);
    }
  }

  /** The channel hides the kernel's message if the channel itself has ended the output. */
  private SocketException broken(IOException e) {
    if (shutdown && e instanceof ClosedChannelException && !carrier.life.isClosed()) {
      return new SocketException(BROKEN);
    }
    return carrier.asSocketException(e);
  }

  void sendUrgentData(int data) throws IOException {
    lock.lock();
    try {
      while (!trySendUrgentData(data)) {
        awaitRoom();
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean trySendUrgentData(int data) throws IOException {
    carrier.life.ensureConnected();
    try {
      carrier.socket.channel.socket().sendUrgentData(data);
      return true;
    } catch (ClosedChannelException e) {
      throw carrier.life.isClosed() ? Lifecycle.closed() : new IOException(BROKEN);
    } catch (IOException e) {
      if (!carrier.life.isClosed() && NO_ROOM.equals(e.getMessage())) {
        return false;
      }
      throw carrier.closedOr(e);
    }
  }

  void shutdown() throws IOException {
    synchronized (carrier.life) {
      carrier.life.ensureConnected();
      if (!shutdown) {
        // Before the channel's shutdown, or a writer could meet an exception that it can't explain.
        shutdown = true;
        carrier.socket.channel.shutdownOutput();
      }
    }
  }
}
