package jfs.agent.programs.soak;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** The same as {@link SteadyEnd} with a channel. The thread of its selector serves all of them. */
final class SteadyChannel implements LastingEnd {

  private static final int LARGEST = 64 * 1024;
  private static final long LOOK_NANOS = 10_000_000;

  private final SteadySelector selector;
  private final SocketChannel channel;
  private final boolean client;
  private final SelectionKey key;
  private final Noise sentNoise;
  private final Noise receivedNoise;
  private final Random random;
  private final byte[] bytes = new byte[LARGEST];
  private final ByteBuffer in = ByteBuffer.allocateDirect(LARGEST);

  /** What was not written yet. */
  private final ByteBuffer out = ByteBuffer.allocateDirect(LARGEST).flip();

  private final CountDownLatch warm = new CountDownLatch(2);
  private final CountDownLatch ended = new CountDownLatch(2);
  private boolean inputEnded;
  private boolean outputEnded;
  private volatile boolean stopped;

  /** Written by the selector's thread alone, as the next one. */
  private volatile long sent;

  private volatile long received;

  SteadyChannel(SteadySelector selector, SocketChannel channel, long seed, boolean client)
      throws IOException {
    this.selector = selector;
    this.channel = channel;
    this.client = client;
    channel.configureBlocking(false);
    key = selector.add(channel, this);
    sentNoise = new Noise(seed + (client ? 1 : 2));
    receivedNoise = new Noise(seed + (client ? 2 : 1));
    receivedNoise.expectAtMost(LARGEST);
    random = new Random(seed + (client ? 3 : 4));
  }

  @Override
  public void start() {
    selector.start();
  }

  @Override
  public void awaitWarm() throws InterruptedException {
    warm.await();
  }

  @Override
  public void stop() {
    stopped = true; // it is about to write, or waits for room, and then looks
  }

  /** Takes no memory, as there may be none yet: a latch makes a node for a thread that waits. */
  @Override
  public void join() {
    while (ended.getCount() > 0) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  @Override
  public boolean isOver() {
    return ended.getCount() < 2;
  }

  @Override
  public long sent() {
    return sent;
  }

  @Override
  public long received() {
    return received;
  }

  /** Does what it can if its key is selected. Takes no memory of its own. */
  void goOn(Set<SelectionKey> selected) {
    try {
      if (selected.remove(key)) {
        if (key.isReadable()) {
          read();
        }
        if (key.isWritable()) {
          write();
        }
      }
    } catch (OutOfMemoryError e) {
      // The selector tells of it again.
    } catch (Throwable t) {
      System.err.println("FAILED " + this);
      t.printStackTrace();
      Runtime.getRuntime().halt(2);
    }
  }

  private void read() throws IOException {
    int n;
    in.clear().limit(size());
    try {
      n = channel.read(in);
    } catch (OutOfMemoryError e) {
      check(in.position() == 0);
      throw e;
    }
    if (n < 0) {
      inputEnded = true;
      stopped = true;
      ended.countDown();
      interest();
      return;
    }
    in.flip().get(bytes, 0, n);
    receivedNoise.check(received, bytes, 0, n);
    long all = received + n;
    if (received < LARGEST && all >= LARGEST) {
      warm.countDown();
    }
    received = all;
  }

  private void write() throws IOException {
    if (!out.hasRemaining()) {
      if (stopped) {
        channel.shutdownOutput();
        outputEnded = true;
        ended.countDown();
        interest();
        return;
      }
      int n = size();
      sentNoise.fill(sent, bytes, 0, n);
      out.clear().put(bytes, 0, n).flip();
    }
    int before = out.position();
    int n;
    try {
      n = channel.write(out);
    } catch (OutOfMemoryError e) {
      check(out.position() == before);
      throw e;
    }
    long all = sent + n;
    if (sent < LARGEST && all >= LARGEST) {
      warm.countDown();
    }
    sent = all;
  }

  private void interest() {
    key.interestOps(
        (inputEnded ? 0 : SelectionKey.OP_READ) | (outputEnded ? 0 : SelectionKey.OP_WRITE));
  }

  /** What a call has moved before it failed, its caller could not know. */
  private static void check(boolean moved) {
    if (!moved) {
      throw new IllegalStateException("bytes were moved, and then there was no memory");
    }
  }

  private int size() {
    return (int) Math.exp(random.nextDouble() * Math.log(LARGEST));
  }

  @Override
  public String toString() {
    return (client ? "client" : "server")
        + " sent "
        + sent
        + " received "
        + received
        + " "
        + channel;
  }
}
