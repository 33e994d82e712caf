package jfs.nio;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import jfs.core.wait.AdaptiveSpin;
import jfs.core.wait.WaitStrategy;

/**
 * The receiving direction.
 *
 * <p>Bytes pass through the direct buffer that the JDK keeps for each thread, as with its own
 * sockets, so an idle connection holds none. A read asks for at most {@link #MOST_BYTES} at once,
 * so that the buffer gets no larger.
 *
 * <p>The channel is in non-blocking mode, in which interrupts do not affect it; only waits have to
 * deal with them.
 */
final class ChannelReader {

  static final int MOST_BYTES = 128 * 1024;

  /** A few times as much as a sleep and a wake-up by the kernel cost. */
  static final long SPIN_NANOS = 20_000;

  private static final String TIMED_OUT = "Read timed out";

  /** The message of the channel's exception, and of a socket's too. */
  private static final String RESET = "Connection reset";

  private final ChannelCarrier<SocketChannel> carrier;
  private final AnswerHint answer;
  private final ReentrantLock lock = new ReentrantLock();
  private final WaitStrategy spin = new AdaptiveSpin(SPIN_NANOS);

  /** Set once, under the monitor of the carrier's life; volatile for {@link #available}. */
  private volatile boolean shutdown;

  /** Sticky, also after a close. Under {@link #lock}. */
  private boolean endOfFile;

  /** Sticky, and stronger than {@link #shutdown}. Under {@link #lock}. */
  private boolean reset;

  /** Counts the bytes to read; made when first needed, under the monitor of the carrier's life. */
  private InputStream counter;

  ChannelReader(ChannelCarrier<SocketChannel> carrier, AnswerHint answer) {
    this.carrier = carrier;
    this.answer = answer;
  }

  int read(byte[] bytes, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (length == 0) {
      return 0;
    }
    long nanos = lock();
    try {
      if (endOfFile) {
        return -1;
      }
      int n = readOrWait(ByteBuffer.wrap(bytes, offset, Math.min(length, MOST_BYTES)), nanos);
      if (n < 0) {
        endOfFile = true;
      }
      return n;
    } finally {
      lock.unlock();
    }
  }

  /** Takes the lock. The wait counts against the timeout on JDKs with virtual threads. */
  private long lock() throws IOException {
    int millis = carrier.timeoutMillis();
    if (Versions.FEATURE >= Versions.VIRTUAL_THREADS) {
      return Timeouts.lock(lock, millis, TIMED_OUT);
    }
    lock.lock();
    return Timeouts.toNanos(carrier.timeoutMillis());
  }

  private int readOrWait(ByteBuffer into, long nanos) throws IOException {
    carrier.life.ensureConnected();
    if (reset) {
      throw new SocketException(RESET);
    }
    int n;
    try {
      SocketChannel channel = carrier.socket.channel;
      n = channel.read(into);
      if (n == 0) {
        n = waitAndRead(channel, into, nanos);
      }
    } catch (InterruptedIOException e) {
      throw carrier.closedOr(e);
    } catch (IOException e) {
      reset = RESET.equals(e.getMessage());
      throw carrier.asSocketException(e);
    }
    if (n <= 0 && carrier.life.isClosed()) {
      throw Lifecycle.closed();
    }
    return n;
  }

  private int waitAndRead(SocketChannel channel, ByteBuffer into, long nanos) throws IOException {
    long start = nanos == 0 ? 0 : System.nanoTime();
    int n = answer.take() ? spin.spin(() -> channel.read(into)) : 0;
    while (n == 0 && !carrier.life.isClosed()) {
      carrier.socket.waits.await(SelectionKey.OP_READ, Timeouts.remaining(nanos, start, TIMED_OUT));
      n = channel.read(into);
    }
    return n;
  }

  int available() throws IOException {
    carrier.life.ensureConnected();
    if (shutdown) {
      return 0;
    }
    try {
      return counter().available();
    } catch (IOException e) {
      throw carrier.closedOr(e);
    }
  }

  private InputStream counter() throws IOException {
    synchronized (carrier.life) {
      if (counter == null) {
        counter = carrier.socket.channel.socket().getInputStream();
      }
      return counter;
    }
  }

  void shutdown() throws IOException {
    synchronized (carrier.life) {
      carrier.life.ensureConnected();
      if (!shutdown) {
        carrier.socket.channel.shutdownInput();
        shutdown = true;
      }
    }
  }
}
