package jfs.rdma.cm;

import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/** Tasks to run later. For one thread only. */
final class Timers {

  private final Queue<Timer> timers = new PriorityQueue<>();

  private record Timer(long due, Runnable task) implements Comparable<Timer> {
    @Override
    public int compareTo(Timer other) {
      return Long.signum(due - other.due);
    }
  }

  void after(int millis, Runnable task) {
    timers.add(new Timer(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis), task));
  }

  /** Removes a task that is due and returns it; or null. */
  Runnable poll(long now) {
    return !timers.isEmpty() && timers.peek().due - now <= 0 ? timers.remove().task : null;
  }

  /** In how many milliseconds the next task is due, at most so many; negative is for ever. */
  int millis(int longest) {
    if (timers.isEmpty()) {
      return longest;
    }
    long left = TimeUnit.NANOSECONDS.toMillis(timers.peek().due - System.nanoTime()) + 1;
    return (int) Math.max(0, longest < 0 ? left : Math.min(left, longest));
  }
}
