package jfs.core.wait;

/**
 * What the thread of a selector does before it sleeps: it looks at its channels again and again, as
 * {@link MemorySpin} says, or {@linkplain Turns yields} where its peers can't run meanwhile. Used
 * by one thread at a time.
 */
public final class SelectorSpin {

  private final MemorySpin polls = MemorySpin.ofSelector();
  private final Turns turns = new Turns(System::nanoTime);
  private boolean yields;

  /** Whether to look again before the thread sleeps; if so, {@link #end} must follow. */
  public boolean begin() {
    yields = SoleProcessor.found();
    return yields ? turns.begin() : polls.begin();
  }

  /**
   * Whether to look once more; called after each look at a channel.
   *
   * @param all whether this was the last of the channels
   */
  public boolean goOn(boolean all) {
    return yields ? !all || turns.goOn() : polls.goOn();
  }

  /** Ends the looks, given whether they found something. */
  public void end(boolean paid) {
    if (yields) {
      turns.end(paid);
    } else {
      polls.end(paid);
    }
  }

  /** Notes that the thread is about to sleep. */
  public void sleeps() {
    polls.sleeps();
  }
}
