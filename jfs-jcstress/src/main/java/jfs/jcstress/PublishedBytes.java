package jfs.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * A receiver that sees the tail sees the bytes before it, here on both sides of the chunk's end.
 */
@JCStressTest
@Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "not there yet")
@Outcome(id = "2, 1, 2", expect = ACCEPTABLE, desc = "both bytes")
@Outcome(id = "2, .*", expect = FORBIDDEN, desc = "the tail was seen before the bytes")
@Outcome(id = "-1, .*", expect = FORBIDDEN, desc = "found corrupt")
@Outcome(expect = FORBIDDEN, desc = "half of it")
@State
public class PublishedBytes {

  private final SharedMemory memory = new SharedMemory();

  /** Advances to the last byte of the chunk. */
  public PublishedBytes() {
    RingEnds.put(memory, new int[SharedMemory.CAPACITY - 1]);
    RingEnds.take(memory, new byte[SharedMemory.CAPACITY]);
  }

  /** The sender. */
  @Actor
  public void sender() {
    RingEnds.put(memory, 1, 2);
  }

  /** The receiver. */
  @Actor
  public void receiver(III_Result r) {
    byte[] bytes = new byte[3];
    r.r1 = RingEnds.take(memory, bytes);
    r.r2 = bytes[0];
    r.r3 = bytes[1];
  }
}
