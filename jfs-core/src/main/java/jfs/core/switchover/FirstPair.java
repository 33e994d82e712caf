package jfs.core.switchover;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Whether a JVM has its first pair, or has come to be worth one. The first one costs a JVM some 50
 * ms of processor time: it loads a hundred classes more, and the native library, and all of that
 * runs in the interpreter, while the program itself may have just been started. So nothing is
 * paired until the JVM's connections together have forgone as much as that is worth. This is the
 * ski rental problem: whoever buys when the rents have come to the price pays at most twice what
 * somebody would who knew the future. A program that ends before the JVM pairs pays nothing. A
 * connection tells of what it has forgone whenever that has doubled, so the JVM may learn late.
 *
 * <p>Any thread may call.
 */
final class FirstPair {

  /**
   * What connections forgo before, in microseconds of processor time: some 400 round trips. Less
   * than it costs, for a program that is just starting will more often go on than end.
   */
  static final long WORTH_MICROS = 16_000;

  private static final FirstPair OF_PROCESS = new FirstPair();

  private final AtomicLong forgone = new AtomicLong();
  private volatile boolean worthIt;

  static FirstPair ofProcess() {
    return OF_PROCESS;
  }

  /** A connection on TCP has forgone so much more. */
  void forgo(long micros) {
    if (!worthIt && forgone.addAndGet(micros) >= WORTH_MICROS) {
      worthIt = true;
    }
  }

  /** There is one, or somebody wants one whatever it costs. */
  void made() {
    worthIt = true;
  }

  boolean isWorthIt() {
    return worthIt;
  }
}
