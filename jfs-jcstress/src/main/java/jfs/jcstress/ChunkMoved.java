package jfs.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A receiver that sees bytes in the next chunk sees that the stream goes on there. */
@JCStressTest
@Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "nothing yet")
@Outcome(
    id = {"1, 0, 0", "0, 1, 0", "0, 0, 1"},
    expect = ACCEPTABLE,
    desc = "before the move")
@Outcome(
    id = {"1, 2, 0", "1, 0, 2", "0, 1, 2"},
    expect = ACCEPTABLE,
    desc = "after one move")
@Outcome(id = "1, 2, 3", expect = ACCEPTABLE, desc = "after both moves")
@Outcome(id = ".*-1.*", expect = FORBIDDEN, desc = "found corrupt")
@Outcome(expect = FORBIDDEN, desc = "lost, repeated or from the wrong chunk")
@State
public class ChunkMoved {

  private final SharedMemory memory = new SharedMemory();

  /** The sender. */
  @Actor
  public void sender() {
    RingEnds.put(memory, 1);
    RingEnds.move(memory);
    RingEnds.put(memory, 2);
    RingEnds.move(memory);
    RingEnds.put(memory, 3);
  }

  /** The receiver. */
  @Actor
  public void receiver(III_Result r) {
    r.r1 = RingEnds.take(memory);
    r.r2 = RingEnds.take(memory);
    r.r3 = RingEnds.take(memory);
  }
}
