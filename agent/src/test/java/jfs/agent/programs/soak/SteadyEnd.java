package jfs.agent.programs.soak;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** One end of a connection that lasts: a thread that writes and one that reads and checks. */
final class SteadyEnd implements LastingEnd {

  private static final int LARGEST = 64 * 1024;

  /** Long enough not to keep the processors busy for nothing. */
  private static final int MOST_PAUSE_NANOS = 10_000_000;

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private final boolean client;
  private final Noise sentNoise;
  private final Noise receivedNoise;
  private final Random writing;
  private final Random reading;
  private final CountDownLatch wrote = new CountDownLatch(1);
  private final CountDownLatch read = new CountDownLatch(1);
  private final Thread writer = new Thread(this::write);
  private final Thread reader = new Thread(this::read);
  private volatile boolean stopped;

  /** Written by the writing thread alone, read by all. */
  private volatile long sent;

  /** Written by the reading thread alone, read by all. */
  private volatile long received;

  SteadyEnd(Socket socket, long seed, boolean client) throws IOException {
    this.socket = socket;
    this.client = client;
    in = socket.getInputStream();
    out = socket.getOutputStream();
    sentNoise = new Noise(seed + (client ? 1 : 2));
    receivedNoise = new Noise(seed + (client ? 2 : 1));
    receivedNoise.expectAtMost(LARGEST);
    writing = new Random(seed + (client ? 3 : 4));
    reading = new Random(seed + (client ? 5 : 6));
  }

  @Override
  public void start() {
    writer.start();
    reader.start();
  }

  @Override
  public void awaitWarm() throws InterruptedException {
    wrote.await();
    read.await();
  }

  @Override
  public void stop() {
    stopped = true;
  }

  @Override
  public void join() throws InterruptedException {
    writer.join();
    reader.join();
  }

  @Override
  public boolean isOver() {
    return !reader.isAlive() || !writer.isAlive();
  }

  @Override
  public long sent() {
    return sent;
  }

  @Override
  public long received() {
    return received;
  }

  private void write() {
    try {
      byte[] bytes = new byte[LARGEST];
      int n = LARGEST; // so that what the JDK keeps for this thread is as large as it will be
      while (!stopped) {
        sentNoise.fill(sent, bytes, 0, n);
        out.write(bytes, 0, n);
        long all = sent + n;
        sent = all;
        wrote.countDown();
        n = size(writing);
        LockSupport.parkNanos(writing.nextInt(MOST_PAUSE_NANOS));
      }
      socket.shutdownOutput();
    } catch (Throwable t) {
      fail(t);
    }
  }

  private void read() {
    try {
      byte[] bytes = new byte[LARGEST];
      int n = in.read(bytes);
      while (n >= 0) {
        receivedNoise.check(received, bytes, 0, n);
        long all = received + n;
        received = all;
        if (received >= LARGEST) {
          read.countDown();
        }
        n = in.read(bytes, 0, size(reading));
      }
      stopped = true;
    } catch (Throwable t) {
      fail(t);
    }
  }

  private static int size(Random random) {
    return (int) Math.exp(random.nextDouble() * Math.log(LARGEST));
  }

  private void fail(Throwable t) {
    System.err.println("FAILED " + this);
    t.printStackTrace();
    Runtime.getRuntime().halt(2);
  }

  @Override
  public String toString() {
    return (client ? "client" : "server")
        + " sent "
        + sent
        + " received "
        + received
        + " "
        + socket;
  }
}
