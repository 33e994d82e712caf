package jfs.shm.control;

import java.util.Queue;
import java.util.concurrent.Executor;

/**
 * Tasks that other threads give to the manager's thread. Used by that thread alone, except {@link
 * #execute} and {@link #executeSoon}.
 */
final class TaskQueue implements Executor {

  private final Queue<Runnable> tasks;
  private final LinkSelector selector;
  private final ManagerPace pace;
  private final ManagerFailure failure;

  /** Whether tasks are accepted. Written before the registry is searched for earlier work. */
  private volatile boolean open;

  private Runnable task;

  // Made beforehand, while there is memory. A class, since a JVM takes ten times as long to make a
  // lambda, which would delay a program's first connection.
  private final Running running = new Running();

  private final class Running implements Endurance.Step {
    @Override
    public void run() {
      task.run();
    }
  }

  /**
   * Makes a queue that accepts no tasks yet.
   *
   * @param tasks where they are kept; concurrent
   * @param selector that the thread sleeps in
   */
  TaskQueue(
      Queue<Runnable> tasks, LinkSelector selector, ManagerPace pace, ManagerFailure failure) {
    this.tasks = tasks;
    this.selector = selector;
    this.pace = pace;
    this.failure = failure;
  }

  /**
   * Has the manager's thread run a task soon. Does nothing before the manager is ready: it looks
   * through the registry then. Any thread may call.
   */
  @Override
  public void execute(Runnable newTask) {
    if (!failure.isOver() && open) {
      tasks.add(newTask);
      selector.wakeUp();
    }
  }

  /**
   * Has the manager's thread run a task that no thread waits for; see {@link ManagerPace}. Any
   * thread may call.
   */
  void executeSoon(Runnable newTask) {
    if (!failure.isOver() && open) {
      tasks.add(newTask);
      if (!pace.looksSoon()) {
        selector.wakeUp();
      }
    }
  }

  /** Accepts tasks from now on. */
  void open() {
    open = true;
  }

  /** Accepts none for now. */
  void close() {
    open = false;
  }

  boolean isEmpty() {
    return tasks.isEmpty();
  }

  /** Runs all tasks. Allocates nothing itself; goes on where it was if run again. */
  void runAll() {
    for (task = tasks.peek(); task != null; task = tasks.peek()) {
      Endurance.run(running);
      tasks.remove();
    }
  }

  /** Drops all tasks: no thread will run them. */
  void clear() {
    tasks.clear();
  }
}
