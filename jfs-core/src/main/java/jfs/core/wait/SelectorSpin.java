package jfs.core.wait;

import jfs.core.runtime.SystemClock;

/**
 * What the thread of a selector does before it sleeps. It looks at its channels again and again, as
 * {@link MemorySpin} says, while other processors are free for its peers. It {@linkplain YieldLimit
 * yields} where they are not: on a processor that both ends share, and while other threads run
 * whenever this one yields, as those of several selectors do on few processors. Where yields are of
 * no use either, it sleeps at once. Used by one thread at a time.
 */
public final class SelectorSpin {

  private final MemorySpin polls = MemorySpin.ofSelector();
  private final YieldLimit limit = new YieldLimit(SystemClock.NANOS, LongTurns.OF_PROCESS);

  /** Whether other threads wanted the processor when this one last offered it. */
  private boolean contended;

  private boolean yields;

  /** Whether to look again before the thread sleeps; if so, {@link #end} must follow. */
  public boolean begin() {
    yields = contended || SoleProcessor.isShared();
    return yields ? limit.begin() : polls.begin();
  }

  /**
   * Whether to look once more; called after each look at a channel.
   *
   * @param all whether this was the last of the channels
   */
  public boolean goOn(boolean all) {
    return yields ? !all || limit.goOn() : polls.goOn();
  }

  /** Ends the looks, given whether they found something. */
  public void end(boolean paid) {
    if (yields) {
      limit.end(paid);
      contended = limit.othersRan();
    } else {
      polls.end(paid);
      contended = polls.othersRan();
    }
  }

  /** Notes that the thread is about to sleep. */
  public void sleeps() {
    polls.sleeps();
  }
}
