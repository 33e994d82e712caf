package jfs.rdma;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** A program that fills its heap now and then, while readers sleep on their connections. */
final class FullHeap {

  private static final int CONNECTIONS = 20;
  private static final int ROUNDS = 10;
  private static final int LARGEST = 1 << 20;
  private static final int SMALLEST = 16;

  /** Long enough for ticks and signs of life to fall into it. */
  private static final int FULL_MILLIS = 600;

  private FullHeap() {}

  public static void main(String[] arguments) throws Exception {
    TwoHosts hosts = new TwoHosts();
    List<TestEnd[]> all = new ArrayList<>();
    List<FutureTask<Integer>> readers = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      TestEnd[] ends = hosts.pair();
      all.add(ends);
      readers.add(sleeper(ends[1].bound()));
    }
    for (int i = 0; i < ROUNDS; i++) {
      fill();
    }
    for (int i = 0; i < CONNECTIONS; i++) {
      all.get(i)[0].bound().send(new byte[] {1}, 0, 1);
      if (readers.get(i).get(20, TimeUnit.SECONDS) != 1) {
        throw new IllegalStateException("reader " + i);
      }
    }
    TestEnd[] later = hosts.pair();
    later[0].bound().send(new byte[] {1}, 0, 1);
    System.out.println(later[1].bound().receive(new byte[1], 0, 1, 20_000));
    System.exit(0);
  }

  private static FutureTask<Integer> sleeper(RdmaTransport transport) {
    FutureTask<Integer> reader = new FutureTask<>(() -> transport.receive(new byte[1], 0, 1, 0));
    Thread thread = new Thread(reader);
    thread.setDaemon(true);
    thread.start();
    while (!transport.talk().reader().isAsleep()) {
      Thread.onSpinWait();
    }
    return reader;
  }

  /** Takes all memory there is, keeps it for a while, and lets it go. */
  private static void fill() {
    List<byte[]> ballast = new ArrayList<>();
    int size = LARGEST;
    while (size >= SMALLEST) {
      try {
        ballast.add(new byte[size]);
      } catch (OutOfMemoryError e) {
        size /= 2;
      }
    }
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < TimeUnit.MILLISECONDS.toNanos(FULL_MILLIS)) {
      Thread.onSpinWait();
    }
    if (ballast.isEmpty()) {
      throw new IllegalStateException("no heap to fill");
    }
  }
}
