package jfs.shm.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

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

  @Test
  void aPortThatNobodyCouldBeToldOfIsToldOfNextTime() {
    Ports ports = new Ports();
    OutOfMemoryError lack = new OutOfMemoryError("of this test's");
    Executable telling =
        () ->
            ports.add(
                8080,
                port -> {
                  throw lack;
                });
    assertSame(lack, assertThrows(OutOfMemoryError.class, telling));
    assertFalse(ports.contains(8080));
    List<Integer> told = new ArrayList<>();
    ports.add(8080, told::add);
    ports.add(8080, told::add);
    assertEquals(List.of(8080), told);
  }
}
