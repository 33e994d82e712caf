package jfs.core.switchover;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Decides when a JVM is worth its first pair. That pair costs a JVM some 100 ms of processor time:
 * it loads 200 classes and the native library, all of that runs in the interpreter at first, and is
 * compiled, while the program itself may have just started. The first pair of a channel costs it
 * seconds: the JIT compiles each loop over selectors and all that it calls once more. So the JVM
 * pairs no socket until its sockets together have forgone as much as their first pair is worth, and
 * no channel until its channels have. This is the ski rental problem: a buyer that buys when the
 * rents reach the price pays at most twice as much as a buyer that knows the future. A program that
 * ends before the JVM pairs pays nothing. A connection forgoes what a transport would have saved
 * it, less what its own pair would have cost: those that end before their pair would pay are no
 * reason for any. It reports that whenever what it would have saved has doubled, so the JVM may
 * learn of it late.
 *
 * <p>Any thread may call.
 */
final class FirstPair {

  /**
   * How much connections must forgo before the first pair, in microseconds of processor time: some
   * 400 round trips. Less than that pair costs, because a program that has just started will more
   * often go on than end.
   */
  static final long SOCKETS_MICROS = 16_000;

  /**
   * How much channels must forgo, likewise: some 30,000 round trips. Measured on two processors
   * with Netty: in the ten seconds after their first pair, the compilers of two JVMs took 2 s more
   * of the processors, and a run of 15 s was shorter than with twice as much.
   */
  static final long CHANNELS_MICROS = 1_250_000;

  private static final FirstPair OF_SOCKETS = new FirstPair(SOCKETS_MICROS);
  private static final FirstPair OF_CHANNELS = new FirstPair(CHANNELS_MICROS);

  private final long worth;
  private final AtomicLong forgone = new AtomicLong();
  private volatile boolean worthIt;

  /** With how much must be forgone, in microseconds. */
  FirstPair(long worthMicros) {
    worth = worthMicros;
  }

  /** This process's, of the connections of channels or of sockets. */
  static FirstPair of(boolean channels) {
    return channels ? OF_CHANNELS : OF_SOCKETS;
  }

  /** Adds what a connection on TCP has forgone. */
  void forgo(long micros) {
    if (!worthIt && forgone.addAndGet(micros) >= worth) {
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
