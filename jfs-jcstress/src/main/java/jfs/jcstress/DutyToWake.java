package jfs.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import jfs.core.ring.WaitWord;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** A sleeper that disarms its waits word knows whether a doorbell is on its way. */
@JCStressTest
@Outcome(id = "true, false, 0", expect = ACCEPTABLE, desc = "taken back: nobody rings")
@Outcome(id = "false, true, 0", expect = ACCEPTABLE, desc = "rung, and the sleeper knows")
@Outcome(id = "true, true, .*", expect = FORBIDDEN, desc = "a doorbell that nobody expects")
@Outcome(id = "false, false, .*", expect = FORBIDDEN, desc = "waits for a doorbell in vain")
@Outcome(expect = FORBIDDEN, desc = "still armed")
@State
public class DutyToWake {

  private final WaitWord word = new SharedMemory().control.receiverWaits();

  /** Arms the word. */
  public DutyToWake() {
    word.arm(WaitWord.ON_TCP);
  }

  /** Disarms it. */
  @Actor
  public void sleeper(ZZI_Result r) {
    r.r1 = word.disarm();
  }

  /** Tries to take the duty to wake. */
  @Actor
  public void waker(ZZI_Result r) {
    r.r2 = RingEnds.wakes(word);
  }

  /** Reads the word afterwards. */
  @Arbiter
  public void after(ZZI_Result r) {
    r.r3 = word.get();
  }
}
