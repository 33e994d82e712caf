package jfs.rdma.cm;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import jfs.contract.Background;
import jfs.rdma.stream.ConnectionProbe;
import jfs.rdma.stream.RdmaTransport;

/**
 * A program that fills its heap now and then, while readers sleep on their connections, or before
 * any sleeps.
 */
final class RdmaFullHeap {

  private static final int CONNECTIONS = 20;
  private static final int ROUNDS = 3;
  private static final int LARGEST = 1 << 18;

  /** Long enough for ticks and signs of life to happen meanwhile. */
  private static final int FULL_MILLIS = 600;

  private RdmaFullHeap() {}

  /** With "before" or "after": when the readers begin to sleep. */
  public static void main(String[] arguments) throws Exception {
    boolean before = arguments[0].equals("before");
    TwoHosts hosts = new TwoHosts();
    List<TestEnd[]> all = new ArrayList<>();
    List<FutureTask<Integer>> readers = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      TestEnd[] ends = hosts.pair();
      all.add(ends);
      if (before) {
        readers.add(sleeper(ends[1].committed()));
      }
    }
    for (int i = 0; i < ROUNDS; i++) {
      fill();
    }
    for (int i = readers.size(); i < CONNECTIONS; i++) {
      readers.add(sleeper(all.get(i)[1].committed()));
    }
    for (int i = 0; i < CONNECTIONS; i++) {
      all.get(i)[0].committed().sender().send(new byte[] {1}, 0, 1);
      if (readers.get(i).get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS) != 1) {
        throw new IllegalStateException("reader " + i);
      }
    }
    TestEnd[] later = hosts.pair();
    later[0].committed().sender().send(new byte[] {1}, 0, 1);
    System.out.println(later[1].committed().receiver().receive(new byte[1], 0, 1, 20_000));
    System.exit(0);
  }

  private static FutureTask<Integer> sleeper(RdmaTransport transport) {
    FutureTask<Integer> reader =
        new FutureTask<>(() -> transport.receiver().receive(new byte[1], 0, 1, 0));
    Thread thread = new Thread(reader);
    thread.setDaemon(true);
    thread.start();
    while (!ConnectionProbe.isReaderAsleep(transport)) {
      if (reader.isDone()) {
        throw new IllegalStateException("the pair is over: " + reader);
      }
      Thread.onSpinWait();
    }
    return reader;
  }

  /**
   * Takes all memory there is, keeps it for a while, and frees it. In a linked chain, since a
   * growing list asks for much at once, and fails while some memory is left.
   */
  private static void fill() {
    Object[] last = null;
    int size = LARGEST;
    while (size > 0) {
      try {
        Object[] more = new Object[size];
        more[0] = last;
        last = more;
      } catch (OutOfMemoryError e) {
        size /= 8;
      }
    }
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < TimeUnit.MILLISECONDS.toNanos(FULL_MILLIS)) {
      Thread.onSpinWait();
    }
    if (last == null) {
      throw new IllegalStateException("no heap to fill");
    }
  }
}
