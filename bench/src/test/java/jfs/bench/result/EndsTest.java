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

  @ParameterizedTest
  @ValueSource(strings = {"shm: 1", "rdma: 6, shm: 31"})
  void allLeftTcp(String end) {
    assertTrue(new Ends(end, LEFT).allLeftTcp());
    assertTrue(new Ends(LEFT, end).allLeftTcp());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"shm: 31, tcp: 1 (unpaired: 1)", "tcp: 4", "no connection", "the JDK's TCP"})
  void oneConnectionThatStayedIsEnough(String end) {
    assertFalse(new Ends(end, LEFT).allLeftTcp());
    assertFalse(new Ends(LEFT, end).allLeftTcp());
  }

  @Test
  void saysHowManyLeft() {
    Ends ends = new Ends("rdma: 1, shm: 30, tcp: 2 (no-peer: 1, unpaired: 1)", "no connection");
    assertEquals("client 31 of 33, server 0 of 0", ends.left());
  }

  @Test
  void saysBoth() {
    assertEquals("client tcp: 1; server shm: 1", new Ends("tcp: 1", LEFT).toString());
  }
}
