package jfs.bench.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndsTest {

  private static final String LEFT = "shm: 1";

  @ParameterizedTest
  @ValueSource(
      strings = {"shm: 1", "rdma: 6, tcp: 3 (unpaired: 3)", "shm: 37, tcp: 9 (a: 2, b: 7)"})
  void leftTcpWhereBothEndsSaySo(String end) {
    assertTrue(new Ends(end, LEFT).leftTcp());
    assertTrue(new Ends(LEFT, end).leftTcp());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tcp: 1 (unpaired: 1)",
        "tcp: 9 (no-peer: 2, unpaired: 7)",
        "tcp: 4",
        "shm: 0, tcp: 1",
        "no connection",
        "the JDK's TCP"
      })
  void oneEndThatStayedIsEnough(String end) {
    assertFalse(new Ends(end, LEFT).leftTcp());
    assertFalse(new Ends(LEFT, end).leftTcp());
  }

  @Test
  void saysBoth() {
    assertEquals("client tcp: 1; server shm: 1", new Ends("tcp: 1", LEFT).toString());
  }
}
