package jfs.agent.programs.soak;

/** One end of a connection that lasts, and is busy both ways. Any thread may call. */
interface LastingEnd {

  void start();

  /** Waits until it has all the memory that it will need. */
  void awaitWarm() throws InterruptedException;

  /** Has it half-close. */
  void stop();

  /** Waits until both directions have ended. */
  void join() throws InterruptedException;

  /** Whether one direction has ended. */
  boolean isOver();

  long sent();

  long received();
}
