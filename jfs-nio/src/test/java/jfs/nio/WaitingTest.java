package jfs.nio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import jfs.core.carrier.TcpCarrier;
import jfs.testing.ForkedMain;
import org.junit.jupiter.api.Test;

/** What waiting costs: threads, descriptors, processor time. */
class WaitingTest {

  private static final int MANY = 1_000;

  private static boolean pollerRuns() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("jfs-poller"));
  }

  private static long descriptors() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.count();
    }
  }

  private static <T> FutureTask<T> start(Callable<T> body) {
    FutureTask<T> task = new FutureTask<>(body);
    new Thread(task).start();
    return task;
  }

  private static void awaitLent(int count) throws InterruptedException {
    while (SelectorPool.lent() < count) {
      Thread.sleep(1);
    }
  }

  private static FutureTask<Integer> startVirtual(Callable<Integer> body) throws Exception {
    FutureTask<Integer> task = new FutureTask<>(body);
    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
    return task;
  }

  private static int read(CarrierPair pair) throws IOException {
    return pair.client().inputStream().read();
  }

  @Test
  void connectingAndClosingLeavesNoDescriptor() throws Exception {
    TcpCarrier listener = CarrierPair.listen();
    try (CarrierPair warm = CarrierPair.connect(listener)) {
      warm.client().outputStream().write(1);
    }
    long before = descriptors();
    for (int i = 0; i < MANY; i++) {
      CarrierPair.connect(listener).close();
    }
    assertTrue(descriptors() <= before + 4);
    listener.close();
  }

  @Test
  void closingUnderAReaderLeavesNoDescriptorAndNoSelector() throws Exception {
    TcpCarrier listener = CarrierPair.listen();
    int lent = SelectorPool.lent();
    long before = descriptors();
    for (int i = 0; i < 100; i++) {
      CarrierPair pair = CarrierPair.connect(listener);
      FutureTask<Integer> reader = start(() -> read(pair));
      awaitLent(lent + 1);
      pair.server().outputStream().write(3);
      assertEquals(3, reader.get());
      FutureTask<Integer> again = start(() -> read(pair));
      pair.close();
      assertEquals("Socket closed", failure(again).getMessage());
    }
    assertEquals(lent, SelectorPool.lent());
    assertTrue(descriptors() <= before + 40); // the pool keeps a few
    listener.close();
  }

  private static Throwable failure(FutureTask<?> task) throws InterruptedException {
    try {
      task.get();
      return null;
    } catch (ExecutionException e) {
      return e.getCause();
    }
  }

  @Test
  void moreReadersThanSelectorsMayBlock() throws Exception {
    int count = SelectorPool.MOST_LENT + 20;
    TcpCarrier listener = CarrierPair.listen();
    List<CarrierPair> pairs = new ArrayList<>();
    List<FutureTask<Integer>> readers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      CarrierPair pair = CarrierPair.connect(listener);
      pairs.add(pair);
      readers.add(start(() -> read(pair)));
    }
    awaitLent(SelectorPool.MOST_LENT);
    for (int i = 0; i < count; i++) {
      pairs.get(i).server().outputStream().write(i % 128);
    }
    for (int i = 0; i < count; i++) {
      assertEquals(i % 128, readers.get(i).get());
      pairs.get(i).close();
    }
    assertEquals(0, SelectorPool.lent());
    listener.close();
  }

  @Test
  void blockedReaderUsesNoProcessorTime() throws Exception {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    try (CarrierPair pair = CarrierPair.connect()) {
      long[] used = new long[2];
      int lent = SelectorPool.lent();
      FutureTask<Integer> reader =
          start(
              () -> {
                read(pair); // what a first wait loads is none of the next one's
                used[0] = threads.getCurrentThreadCpuTime();
                int n = read(pair);
                used[1] = threads.getCurrentThreadCpuTime();
                return n;
              });
      awaitLent(lent + 1);
      pair.server().outputStream().write(1);
      Thread.sleep(1_000);
      pair.server().outputStream().write(2);
      assertEquals(2, reader.get());
      assertTrue(used[1] - used[0] < 30_000_000, () -> (used[1] - used[0]) + " ns");
    }
  }

  @Test
  void platformThreadsNeedNoPoller() throws Exception {
    assertEquals("false", ForkedMain.run(PlatformOnly.class, List.of()));
  }

  /** Blocks a platform thread and prints whether the poller runs. */
  static final class PlatformOnly {
    private PlatformOnly() {}

    public static void main(String[] args) throws Exception {
      try (CarrierPair pair = CarrierPair.connect()) {
        FutureTask<Integer> reader = start(() -> read(pair));
        awaitLent(1);
        System.out.println(pollerRuns());
        pair.server().outputStream().write(1);
        reader.get();
      }
    }
  }

  @Test
  void thousandVirtualThreadsBlockOnOneThread() throws Exception {
    assumeTrue(Runtime.version().feature() >= 21);
    TcpCarrier listener = CarrierPair.listen();
    List<CarrierPair> pairs = new ArrayList<>();
    List<FutureTask<Integer>> readers = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      CarrierPair pair = CarrierPair.connect(listener);
      pairs.add(pair);
      readers.add(startVirtual(() -> read(pair)));
    }
    while (!pollerRuns()) {
      Thread.sleep(1); // the suite's time limit ends this
    }
    for (int i = 0; i < MANY; i++) {
      assertFalse(readers.get(i).isDone());
      pairs.get(i).server().outputStream().write(i % 128);
    }
    for (int i = 0; i < MANY; i++) {
      assertEquals(i % 128, readers.get(i).get());
    }
    // All of them once more, ended by a close.
    for (int i = 0; i < MANY; i++) {
      CarrierPair pair = pairs.get(i);
      readers.set(i, startVirtual(() -> read(pair)));
    }
    for (int i = 0; i < MANY; i++) {
      pairs.get(i).close();
      assertEquals("Socket closed", failure(readers.get(i)).getMessage());
    }
    listener.close();
  }

  @Test
  void platformAndVirtualThreadsTakeTurns() throws Exception {
    assumeTrue(Runtime.version().feature() >= 21);
    try (CarrierPair pair = CarrierPair.connect()) {
      for (int i = 0; i < 50; i++) {
        FutureTask<Integer> reader =
            i % 2 == 0 ? start(() -> read(pair)) : startVirtual(() -> read(pair));
        Thread.sleep(2);
        pair.server().outputStream().write(i);
        assertEquals(i, reader.get());
      }
    }
  }

  @Test
  void connectionThatIsForgottenIsClosed() throws Exception {
    TcpCarrier listener = CarrierPair.listen();
    CarrierPair pair = CarrierPair.connect(listener);
    TcpCarrier server = pair.server();
    WeakReference<TcpCarrier> forgotten = new WeakReference<>(pair.client());
    pair = null;
    InputStream in = server.inputStream();
    FutureTask<Integer> reader = start(in::read);
    while (!reader.isDone()) {
      System.gc();
      Thread.sleep(10);
    }
    assertEquals(-1, reader.get());
    assertEquals(null, forgotten.get());
    server.close();
    listener.close();
  }
}
