package jfs.nio.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class PortsTest {

  @Test
  void aPortIsNewOnce() {
    Ports ports = new Ports();
    for (int port : new int[] {1, 31, 32, 33, 8080, 32_768, 65_535}) {
      assertFalse(ports.contains(port));
      assertTrue(ports.add(port), () -> "port " + port);
      assertTrue(ports.contains(port));
      assertFalse(ports.add(port), () -> "port " + port);
    }
    assertFalse(ports.contains(2));
    ByteBuffer frame = ports.frame().finish();
    assertEquals(Frame.HEADER + 7 * Short.BYTES, frame.remaining());
    assertEquals(31, frame.getShort(Frame.HEADER + Short.BYTES));
  }
}
