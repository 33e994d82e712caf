package jfs.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import jfs.core.ring.ControlBlock;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** One end commits, the other aborts: the two never end with different decisions. */
@JCStressTest
@Outcome(id = "true, false, 1", expect = ACCEPTABLE, desc = "committed, and the other end knows")
@Outcome(id = "false, true, 2", expect = ACCEPTABLE, desc = "aborted, and the other end knows")
@Outcome(id = "true, true, .*", expect = FORBIDDEN, desc = "both decided")
@Outcome(id = "false, false, .*", expect = FORBIDDEN, desc = "nobody decided")
@Outcome(expect = FORBIDDEN, desc = "not what was decided")
@State
public class DecisionMade {

  private final ControlBlock control = new SharedMemory().control;

  /** The end that made the offer. */
  @Actor
  public void commits(ZZI_Result r) {
    r.r1 = control.decide(ControlBlock.COMMITTED);
  }

  /** The end that wants to close. */
  @Actor
  public void aborts(ZZI_Result r) {
    r.r2 = control.decide(ControlBlock.ABORTED);
  }

  /** Reads the decision afterwards. */
  @Arbiter
  public void after(ZZI_Result r) {
    r.r3 = control.decision();
  }
}
