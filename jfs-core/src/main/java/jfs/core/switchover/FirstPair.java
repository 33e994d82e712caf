package jfs.core.switchover;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Decides when a JVM is worth its first pair. That pair costs a JVM some 50 ms of processor time:
 * it loads a hundred classes more, and the native library, and all of that runs in the interpreter,
 * while the program itself may have just started. So the JVM pairs nothing until its connections
 * together have forgone as much as the first pair is worth. This is the ski rental problem: a buyer
 * that buys when the rents reach the price pays at most twice as much as a buyer that knows the
 * future. A program that ends before the JVM pairs pays nothing. A connection reports what it has
 * forgone whenever that has doubled, so the JVM may learn of it late.
 *
 * <p>Any thread may call.
 */
final class FirstPair {

  /**
   * How much connections must forgo before the first pair, in microseconds of processor time: some
   * 400 round trips. Less than that pair costs, because a program that has just started will more
   * often go on than end.
   */
  static final long WORTH_MICROS = 16_000;

  private static final FirstPair OF_PROCESS = new FirstPair();

  private final AtomicLong forgone = new AtomicLong();
  private volatile boolean worthIt;

  static FirstPair ofProcess() {
    return OF_PROCESS;
  }

  /** Adds what a connection on TCP has forgone. */
  void forgo(long micros) {
    if (!worthIt && forgone.addAndGet(micros) >= WORTH_MICROS) {
      worthIt = true;
    }
  }

  /** Notes that there is a pair, or that a program wants one whatever it costs. */
  void made() {
    worthIt = true;
  }

  boolean isWorthIt() {
    return worthIt;
  }
}
