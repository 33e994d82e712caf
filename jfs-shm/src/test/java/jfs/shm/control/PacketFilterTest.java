package jfs.shm.control;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Without the kernel's part, which the agent's tests have. */
class PacketFilterTest {

  /** A program that closes its socket, or exits, must not have packets dropped afterwards. */
  @Test
  void neverBeginsOnceTheSocketIsBeingClosed() {
    PacketFilter filter = new PacketFilter(null, 1);
    filter.close();
    assertFalse(filter.begin());
    assertTrue(filter.end());
  }
}
