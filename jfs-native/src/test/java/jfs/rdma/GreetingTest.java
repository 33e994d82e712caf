package jfs.rdma;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class GreetingTest {

  /** What an RC request can carry over the port space of TCP; rdma_connect(3). */
  private static final int MOST = 56;

  private final byte[] nonce = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  private final byte[] proof = new byte[ClusterKey.PROOF];

  @Test
  void isReadAsItWasWrittenThoughPadded() {
    byte[] bytes = Greeting.ours(40_000, nonce, proof).bytes();
    assertTrue(bytes.length <= MOST);
    Greeting read = Greeting.of(Arrays.copyOf(bytes, 196));
    assertEquals(40_000, read.clientPort());
    assertArrayEquals(nonce, read.nonce());
    assertArrayEquals(proof, read.proof());
    assertTrue(read.isCompatible());
  }

  @Test
  void othersDataAreNone() {
    byte[] bytes = Greeting.ours(1, nonce, proof).bytes();
    assertNull(Greeting.of(new byte[0]));
    assertNull(Greeting.of(new byte[MOST]));
    assertNull(Greeting.of(Arrays.copyOf(bytes, bytes.length - 1)));
  }

  @Test
  void versionsThatDoNotMeetAreNotCompatible() {
    assertTrue(new Greeting(9, 1, 1, nonce, proof).isCompatible());
    assertFalse(new Greeting(9, 2, 1, nonce, proof).isCompatible());
    assertFalse(new Greeting(0, 0, 1, nonce, proof).isCompatible());
  }

  @Test
  void refusalHasItsCode() {
    byte[] refusal = Greeting.refusal("not-free");
    assertEquals("not-free", Greeting.refusalOf(Arrays.copyOf(refusal, 148)));
    assertNull(Greeting.refusalOf(new byte[148]));
    assertNull(Greeting.refusalOf(new byte[0]));
  }
}
