package jfs.rdma.cm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import jfs.core.transport.Reason;
import jfs.rdma.verbs.MemoryFabric;
import jfs.rdma.verbs.MemoryVerbs;
import org.junit.jupiter.api.Test;

class ReactorStartTest {

  private final Reactor reactor =
      new Reactor(() -> new MemoryVerbs(new MemoryFabric()), ClusterKey.none());
  private final ReactorStart start = new ReactorStart(this::start);

  private Error lacking = new OutOfMemoryError("unable to create native thread");
  private IOException keyless;
  private int tries;

  /** Times may be of either sign. */
  private long now = -TimeUnit.SECONDS.toNanos(3);

  private Reactor start() throws IOException {
    tries++;
    if (keyless != null) {
      throw keyless;
    }
    if (lacking != null) {
      throw lacking;
    }
    return reactor;
  }

  private Reactor after(long millis) {
    now += TimeUnit.MILLISECONDS.toNanos(millis);
    return start.reactor(now);
  }

  @Test
  void laterConnectionTriesAgain() {
    assertNull(after(0));
    assertEquals(Reason.NO_THREAD, start.absence());
    lacking = null;
    assertNull(after(999), "so soon");
    assertEquals(1, tries);
    assertSame(reactor, after(1));
    assertSame(reactor, after(1));
    assertEquals(2, tries);
  }

  @Test
  void triesBecomeRare() {
    int[] pauses = {1, 2, 4, 8, 16, 30, 30, 30};
    after(0);
    for (int i = 0; i < pauses.length; i++) {
      assertNull(after(TimeUnit.SECONDS.toMillis(pauses[i]) - 1));
      assertEquals(i + 1, tries);
      assertNull(after(1));
      assertEquals(i + 2, tries);
    }
  }

  /** The process may have had no descriptor left to read the key with. */
  @Test
  void keyThatComesLaterIsFound() {
    keyless = new IOException("of this test's");
    assertNull(after(0));
    assertEquals(RdmaReasons.NO_KEY, start.absence());
    keyless = null;
    lacking = null;
    assertNull(after(999), "so soon");
    assertSame(reactor, after(1));
  }
}
