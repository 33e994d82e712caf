package jfs.agent.programs.soak;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * A thread with a selector, which it uses in all the ways that there are. Counts the selections
 * that end for no reason.
 */
final class SelectorLoop implements Runnable {

  /** What a key is attached to. */
  interface Selected {
    void ready(SelectionKey key);
  }

  private record Later(long at, Runnable task) {}

  private final Selector selector;
  private final Random random;
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

  /** Counts calls of {@code wakeup}, before and after each. */
  private final AtomicLong wakeUps = new AtomicLong();

  private final AtomicLong selections = new AtomicLong();
  private final AtomicLong inVain = new AtomicLong();

  /** Used by the thread alone, as are the next two. */
  private final PriorityQueue<Later> later =
      new PriorityQueue<>(Comparator.comparingLong(Later::at));

  private List<Runnable> afterSelection = new ArrayList<>();
  private long wakeUpsSeen;

  SelectorLoop(long seed) throws IOException {
    selector = Selector.open();
    random = new Random(seed);
    Thread thread = new Thread(this, "loop " + selector);
    thread.setDaemon(true);
    thread.start();
  }

  Selector selector() {
    return selector;
  }

  /** Has the thread do something soon. Any thread may call. */
  void execute(Runnable task) {
    tasks.add(task);
    wakeUps.incrementAndGet();
    selector.wakeup();
    wakeUps.incrementAndGet();
  }

  /** Has it do something later. */
  void in(long nanos, Runnable task) {
    later.add(new Later(System.nanoTime() + nanos, task));
  }

  /** Has it do something after the next selection, when keys that were cancelled are gone. */
  void afterSelection(Runnable task) {
    afterSelection.add(task);
  }

  long selections() {
    return selections.get();
  }

  /** How many have returned with no key selected, no wake-up and no timeout. */
  long inVain() {
    return inVain.get();
  }

  @Override
  public void run() {
    try {
      while (true) {
        select();
        List<Runnable> due = afterSelection;
        afterSelection = new ArrayList<>();
        due.forEach(Runnable::run);
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
          task.run();
        }
        while (!later.isEmpty() && later.peek().at <= System.nanoTime()) {
          later.poll().task.run();
        }
      }
    } catch (Throwable t) {
      t.printStackTrace();
      Runtime.getRuntime().halt(4);
    }
  }

  private void select() throws IOException {
    boolean waits = afterSelection.isEmpty() && tasks.isEmpty() && random.nextInt(16) > 0;
    long millis = waits ? timeout() : 0;
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    boolean calls = random.nextInt(4) == 0;
    Consumer<SelectionKey> action = SelectorLoop::ready;
    int n;
    if (!waits) {
      n = calls ? selector.selectNow(action) : selector.selectNow();
    } else {
      n = calls ? selector.select(action, millis) : selector.select(millis);
    }
    if (!calls) {
      selector.selectedKeys().forEach(SelectorLoop::ready);
      selector.selectedKeys().clear();
    }
    long woken = wakeUps.get();
    boolean early = n == 0 && waits && (millis == 0 || System.nanoTime() < end);
    if (early && woken == wakeUpsSeen && !isTroubled()) {
      inVain.incrementAndGet();
    }
    wakeUpsSeen = woken;
    selections.incrementAndGet();
  }

  /** The kernel tells of a reset, again and again, also where a key asks for nothing at present. */
  private boolean isTroubled() {
    for (SelectionKey key : selector.keys()) {
      if (key.isValid() && key.interestOps() == 0) {
        return true;
      }
    }
    return false;
  }

  /** 0 for ever. */
  private long timeout() {
    long wanted = random.nextInt(4) == 0 ? 1 + random.nextInt(1000) : 0;
    if (later.isEmpty()) {
      return wanted;
    }
    long left = TimeUnit.NANOSECONDS.toMillis(later.peek().at - System.nanoTime() + 999_999);
    return Math.max(1, wanted == 0 ? left : Math.min(left, wanted));
  }

  private static void ready(SelectionKey key) {
    ((Selected) key.attachment()).ready(key);
  }
}
