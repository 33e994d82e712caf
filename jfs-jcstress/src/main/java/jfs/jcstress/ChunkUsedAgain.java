package jfs.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * The sender uses a chunk again only after the receiver has left it: not while the receiver reads
 * where it ends.
 */
@JCStressTest
@Outcome(id = "2, 3, 0", expect = ACCEPTABLE, desc = "the last byte is not there yet")
@Outcome(id = "2, 3, 4", expect = ACCEPTABLE, desc = "all bytes")
@Outcome(id = ".*-1.*", expect = FORBIDDEN, desc = "found corrupt")
@Outcome(expect = FORBIDDEN, desc = "lost, repeated or from the wrong chunk")
@State
public class ChunkUsedAgain {

  private final SharedMemory memory = new SharedMemory();

  /**
   * The stream has left one chunk that may be used again, with a byte in it and one in the next.
   */
  public ChunkUsedAgain() {
    RingEnds.put(memory, 1);
    RingEnds.move(memory);
    RingEnds.put(memory, 2);
    RingEnds.move(memory);
    RingEnds.put(memory, 3);
    RingEnds.take(memory);
  }

  /** The sender. */
  @Actor
  public void sender() {
    RingEnds.move(memory);
    RingEnds.put(memory, 4);
  }

  /** The receiver. */
  @Actor
  public void receiver(III_Result r) {
    r.r1 = RingEnds.take(memory);
    r.r2 = RingEnds.take(memory);
    r.r3 = RingEnds.take(memory);
  }
}
