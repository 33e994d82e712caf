package jfs.agent.programs.endings;

import java.util.Random;

/**
 * What happens on one connection: both ends, and the judge, make the same of one seed. One of the
 * two JVMs, the victim, may die; the other one is the survivor. The <em>ender</em> is the end that
 * ends the connection, the other one stays until it has seen the end.
 *
 * @param dies whether the connection ends with the victim's JVM instead of by a close
 * @param warmUps how often a message goes to and fro before the rest, or two go one way
 * @param silent whether the ender writes nothing at all: its direction then never leaves TCP
 * @param survivorBytes what the survivor's end writes after that, at least
 * @param survivorWrite the largest write of the survivor's end; reads there are as large
 * @param linger seconds, or -1 for no SO_LINGER
 * @param waitsForReader whether the ender waits, before it ends, until the other end has read all
 * @param readsLate whether the other end reads nothing before the ender has ended
 * @param readerBlocks whether a thread of the ender is in {@code read} when another one closes
 * @param twoWay for {@link Kind#FLOW}: whether both ends write when it ends
 */
public record Script(
    long seed,
    Kind kind,
    boolean victimEnds,
    boolean victimConnects,
    boolean dies,
    int warmUps,
    boolean silent,
    int survivorBytes,
    int victimBytes,
    int survivorWrite,
    int victimWrite,
    int linger,
    boolean waitsForReader,
    boolean readsLate,
    boolean readerBlocks,
    boolean twoWay,
    boolean noDelay) {

  /** How a connection ends. */
  public enum Kind {
    /** Each end half-closes when it has written all. */
    HALF_CLOSES,
    /** One end half-closes; the other one sees it, writes all, and closes. */
    ANSWER_AFTER_HALF_CLOSE,
    /** The ender has read all that there will be. */
    ALL_READ,
    /** The ender has received bytes that its program did not read. */
    UNREAD,
    /** The ender has linger 0, and may have bytes unread. */
    RESET,
    /** The ender's threads write and read when a third one ends it. */
    FLOW
  }

  /** No more than TCP holds of an end that does not read. */
  private static final int MOST_LATE = 700_000;

  private static final int[] WARM_UPS = {0, 0, 1, 2, 5, 40, 400};

  /**
   * The script of a connection.
   *
   * @param deadly whether the victim's JVM dies with connections open
   */
  public static Script of(long roundSeed, int index, boolean deadly) {
    long seed = roundSeed * 1_000_003 + index;
    Random random = new Random(seed);
    random.nextLong(); // the first numbers of similar seeds are similar
    Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
    boolean mayDie = kind == Kind.ALL_READ || kind == Kind.UNREAD || kind == Kind.FLOW;
    boolean dies = deadly && mayDie && random.nextBoolean();
    boolean victimEnds = dies || random.nextBoolean();
    boolean waits = random.nextBoolean();
    boolean late = kind == Kind.ALL_READ && !waits && random.nextBoolean();
    boolean ready = kind == Kind.ALL_READ || kind == Kind.UNREAD || kind == Kind.RESET;
    boolean silent = kind != Kind.FLOW && random.nextInt(4) == 0;
    int most = silent ? 0 : late ? MOST_LATE : Integer.MAX_VALUE;
    int enders = Math.min(bytes(random), most);
    int others = kind == Kind.UNREAD ? 1 + random.nextInt(30_000) : bytes(random);
    int linger = random.nextInt(8) == 0 ? 5 : -1;
    return new Script(
        seed,
        kind,
        victimEnds,
        random.nextBoolean(),
        dies,
        WARM_UPS[random.nextInt(WARM_UPS.length)],
        silent,
        victimEnds ? others : enders,
        victimEnds ? enders : others,
        size(random),
        size(random),
        kind == Kind.RESET ? 0 : linger,
        ready && waits,
        late,
        kind == Kind.ALL_READ && random.nextInt(4) > 0,
        random.nextBoolean(),
        random.nextBoolean());
  }

  /** Nothing at times, and else any magnitude up to two megabytes. */
  private static int bytes(Random random) {
    return random.nextInt(6) == 0 ? 0 : (int) Math.exp(random.nextDouble() * Math.log(2 << 20));
  }

  /** Any magnitude up to a quarter of a megabyte. */
  private static int size(Random random) {
    return (int) Math.exp(random.nextDouble() * Math.log(1 << 18)) + 20;
  }

  /** Whether this end, the victim's or the survivor's, ends the connection. */
  public boolean ends(boolean victim) {
    return victim == victimEnds;
  }

  /** Whether this end writes a message of those that come first, given how many came before. */
  boolean writesWarmUp(boolean victim, int before) {
    return silent ? !ends(victim) : (victim == victimConnects) == (before % 2 == 0);
  }

  /** What an end writes when all has been warmed up, at least. */
  public int bytes(boolean victim) {
    return victim ? victimBytes : survivorBytes;
  }

  /** In how many writes an end writes that. */
  public int writes(boolean victim) {
    Random sizes = writeSizes(victim);
    int writes = 0;
    for (int left = bytes(victim); left > 0; writes++) {
      left -= 1 + sizes.nextInt(largestWrite(victim));
    }
    return writes;
  }

  /** Where an end takes the sizes of those writes from. */
  Random writeSizes(boolean victim) {
    return new Random(seed + (victim ? 3 : 2));
  }

  int largestWrite(boolean victim) {
    return victim ? victimWrite : survivorWrite;
  }
}
