package jfs.core.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jfs.core.transport.Reason;
import jfs.core.transport.TransportFailure;
import jfs.testing.TestKinds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Observers that find no heap: the program must not notice. */
class ObserversTest {

  private final Connections all = new Connections();
  private int told;

  private void fail(Object ignored) {
    told++;
    throw new OutOfMemoryError("of this test's");
  }

  @BeforeEach
  void observe() {
    ConnectionStats.observeUpgrades(this::fail);
    ConnectionStats.observeFailures((stats, kind, cause) -> fail(stats));
    all.observeEnds(this::fail);
  }

  @AfterEach
  void stop() {
    ConnectionStats.observeUpgrades(null);
    ConnectionStats.observeFailures(null);
    PlainEnds.observe(null);
  }

  @Test
  void noReadOrCloseFails() {
    Connections.Live one = all.add(this, Origin.OPENED, null, Reason.UNPAIRED);
    one.stats().carriedBy(TestKinds.NEAR);
    one.stats().failed(TestKinds.NEAR, TransportFailure.PEER_LOST);
    one.end();
    assertEquals(3, told);
  }

  @Test
  void noCloseOfAPlainConnectionFails() {
    PlainEnds.observe(this::fail);
    PlainEnds.tell(() -> null);
    assertEquals(1, told);
  }
}
