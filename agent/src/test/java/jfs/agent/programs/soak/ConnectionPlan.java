package jfs.agent.programs.soak;

import java.util.Random;

/**
 * What happens on one connection: both ends make the same of one seed.
 *
 * @param dialogue whether the ends take turns, instead of writing and reading at once
 * @param clientFirst whether the client does what only one end does
 * @param clientBytes what the client sends, unless the ending comes before
 */
record ConnectionPlan(
    long seed,
    boolean dialogue,
    Ending ending,
    boolean clientFirst,
    long clientBytes,
    long serverBytes) {

  /** How a connection ends. */
  enum Ending {
    /** Each end half-closes when it has written all. */
    HALF_CLOSE,
    /** One end closes when it has written and read all; the other one sees end of file. */
    CLOSE,
    /** A third thread of one end closes, with bytes on their way in both directions. */
    ABORT,
    /** The same with SO_LINGER 0. */
    RESET
  }

  static ConnectionPlan of(long seed) {
    Random random = new Random(seed);
    boolean dialogue = random.nextInt(4) == 0;
    Ending ending =
        dialogue
            ? Ending.values()[random.nextInt(2)]
            : Ending.values()[random.nextInt(Ending.values().length)];
    return new ConnectionPlan(
        seed, dialogue, ending, random.nextBoolean(), total(random), total(random));
  }

  /** As many small ones as large ones. */
  private static long total(Random random) {
    return 1 + (long) Math.exp(random.nextDouble() * Math.log(16 << 20));
  }

  /** The size of the next read or write: any magnitude up to a megabyte. */
  static int size(Random random) {
    return (int) Math.exp(random.nextDouble() * Math.log((1 << 20) + 1));
  }
}
