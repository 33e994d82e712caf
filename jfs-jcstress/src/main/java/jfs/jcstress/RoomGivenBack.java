package jfs.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.Arrays;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A full ring: a byte is overwritten only after it was read. */
@JCStressTest
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "no room yet")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "room, after the byte there was read")
@Outcome(id = "2, .*", expect = FORBIDDEN, desc = "written over before it was read")
@Outcome(expect = FORBIDDEN, desc = "found corrupt or lost")
@State
public class RoomGivenBack {

  private final SharedMemory memory = new SharedMemory();

  /** Fills the ring with ones. */
  public RoomGivenBack() {
    int[] ones = new int[SharedMemory.CAPACITY];
    Arrays.fill(ones, 1);
    RingEnds.put(memory, ones);
  }

  /** The receiver. */
  @Actor
  public void receiver(II_Result r) {
    r.r1 = RingEnds.take(memory);
  }

  /** The sender. */
  @Actor
  public void sender(II_Result r) {
    r.r2 = RingEnds.put(memory, 2);
  }
}
