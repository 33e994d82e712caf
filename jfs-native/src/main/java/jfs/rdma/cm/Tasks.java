package jfs.rdma.cm;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import jfs.rdma.verbs.Verbs;

/**
 * What other threads want from the reactor's thread, and how they wake it. Any thread may call, but
 * for what is said to be for the reactor's.
 */
final class Tasks {

  private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();

  /** Null before they are open: then the reactor's thread does not wait for events. */
  private volatile Verbs verbs;

  /** Written by the reactor's thread, as the one above. */
  private volatile boolean refusing;

  /**
   * Makes the reactor's thread run a task soon. Drops the task if there is no memory to queue it,
   * so it must be one that may be left out.
   */
  void execute(Runnable task) {
    if (refusing) {
      return;
    }
    try {
      queue.add(task);
    } catch (OutOfMemoryError e) {
      return; // the connection stays on TCP
    }
    wake();
  }

  /** Makes the reactor's thread look for what there is to do. */
  void wake() {
    Verbs open = verbs;
    if (open != null) {
      open.wake();
    }
  }

  /** From now on the reactor's thread waits for events of these verbs. For that thread. */
  void accept(Verbs opened) {
    verbs = opened;
    refusing = false;
  }

  /** Drops all tasks from now on: no thread runs them. For the reactor's thread. */
  void refuse() {
    refusing = true;
    queue.clear();
  }

  /** Removes the task that was added first; null if there is none. For the reactor's thread. */
  Runnable poll() {
    return queue.poll();
  }
}
