package jfs.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import jfs.core.ring.WaitWord;
import jfs.core.tcp.Flags;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * A receiver that goes to sleep while the sender closes: the sender sets a flag and sends no byte.
 */
@JCStressTest
@Outcome(id = "true, false", expect = ACCEPTABLE, desc = "seen in time, so nobody has to wake")
@Outcome(id = "false, true", expect = ACCEPTABLE, desc = "not seen, but woken")
@Outcome(id = "true, true", expect = ACCEPTABLE, desc = "seen, and woken needlessly")
@Outcome(id = "false, false", expect = FORBIDDEN, desc = "sleeps for ever")
@State
public class EndOfStream {

  private final SharedMemory memory = new SharedMemory();

  /** Arms, and checks once more before it sleeps. */
  @Actor
  public void sleeper(ZZ_Result r) {
    memory.control.receiverWaits().arm(WaitWord.ON_FUTEX);
    r.r1 = memory.control.senderFlags() != 0;
  }

  /** Publishes, and wakes a sleeper if there is one. */
  @Actor
  public void waker(ZZ_Result r) {
    memory.control.addSenderFlags(Flags.FINISHED);
    r.r2 = RingEnds.wakes(memory.control.receiverWaits());
  }
}
