package jfs.bench.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import jfs.bench.host.BenchException;
import jfs.bench.plan.Carried;
import org.junit.jupiter.api.Test;

class LeftTcpTest {

  private static Carried.End end(String transports, long beyondTcp) {
    return new Carried.End(transports, beyondTcp, Optional.of("0.1.0"));
  }

  @Test
  void isFineWhereBothEndsSaySo() {
    LeftTcp.require("jfs-nio netty", new Carried(end("shm: 2", 2), end("shm: 2, tcp: 1", 2)));
  }

  @Test
  void saysInALineWhatStayedThere() {
    Carried onlyItself = new Carried(end("tcp: 1 (no-peer: 1)", 0), end("shm: 2, tcp: 1", 2));
    BenchException refusal =
        assertThrows(BenchException.class, () -> LeftTcp.require("jfs-nio kafka", onlyItself));
    assertEquals(
        "jfs-nio kafka: not both ends had a connection that left TCP:"
            + " client tcp: 1 (no-peer: 1); server shm: 2, tcp: 1",
        refusal.getMessage());
  }
}
