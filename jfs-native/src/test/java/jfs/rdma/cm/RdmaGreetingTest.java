package jfs.rdma.cm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RdmaGreetingTest {

  /** What an RC request can carry over the port space of TCP; rdma_connect(3). */
  private static final int MOST = 56;

  private final byte[] nonce = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  private final byte[] proof = new byte[ClusterKey.PROOF];

  @Test
  void isReadAsItWasWrittenThoughPadded() {
    byte[] bytes = RdmaGreeting.ours(40_000, nonce, proof).bytes();
    assertTrue(bytes.length <= MOST);
    RdmaGreeting read = RdmaGreeting.of(Arrays.copyOf(bytes, 196));
    assertEquals(40_000, read.clientPort());
    assertArrayEquals(nonce, read.nonce());
    assertArrayEquals(proof, read.proof());
    assertTrue(read.isCompatible());
  }

  @Test
  void othersDataAreNone() {
    byte[] bytes = RdmaGreeting.ours(1, nonce, proof).bytes();
    assertNull(RdmaGreeting.of(new byte[0]));
    assertNull(RdmaGreeting.of(new byte[MOST]));
    assertNull(RdmaGreeting.of(Arrays.copyOf(bytes, bytes.length - 1)));
  }

  @Test
  void versionsThatDoNotMeetAreNotCompatible() {
    assertTrue(new RdmaGreeting(9, 2, 1, nonce, proof).isCompatible());
    assertFalse(new RdmaGreeting(9, 3, 1, nonce, proof).isCompatible());
    assertFalse(new RdmaGreeting(1, 1, 1, nonce, proof).isCompatible());
  }

  @Test
  void refusalHasItsCode() {
    byte[] refusal = RdmaGreeting.refusal("not-free");
    assertEquals("not-free", RdmaGreeting.refusalOf(Arrays.copyOf(refusal, 148)));
    assertNull(RdmaGreeting.refusalOf(new byte[148]));
    assertNull(RdmaGreeting.refusalOf(new byte[0]));
  }
}
