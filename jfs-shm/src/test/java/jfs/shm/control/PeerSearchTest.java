package jfs.shm.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import jfs.core.transport.FourTuple;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What this JVM asks of a peer that reads nothing for a while, when there is much to ask. */
@Timeout(120)
class PeerSearchTest {

  private static final int PORT = 3;

  /** Several times what is queued for a peer, and what the kernel keeps for it. */
  private static final int ENDS = 30_000;

  private final ShmConnectionManager manager = ProcessManager.get();
  private final List<FakeEnd> ends = new ArrayList<>();
  private final List<ShmEndpoint> registrations = new ArrayList<>();

  private void want(int from, int to) {
    for (int port = from; port < to; port++) {
      FakeEnd end = new FakeEnd(port, PORT);
      ends.add(end);
      registrations.add(ProcessManager.register(end));
      registrations.get(registrations.size() - 1).want();
    }
  }

  @AfterEach
  void withdraw() {
    registrations.forEach(ShmEndpoint::withdraw);
  }

  private boolean isAnyCongested() {
    return manager.links().open().stream().anyMatch(PeerLink::isCongested);
  }

  @Test
  void aPeerThatWasDeafIsAskedForEachEndOnce() throws Exception {
    want(100, 100 + ENDS);
    ManagerTasks.run(manager, () -> {});
    try (RawPeer peer = new RawPeer(manager)) {
      peer.send(Frame.of(FrameType.PORTS).u16(PORT));
      ManagerTasks.await(manager, this::isAnyCongested);
      want(100 + ENDS, 200 + ENDS); // these have to wait, too
      Set<FourTuple> asked = new HashSet<>();
      int asks = 0;
      while (asked.size() < ends.size()) {
        asked.add(peer.await(FrameType.LOOK).ends());
        asks++;
      }
      assertEquals(ends.size(), asks);
      peer.send(Frame.of(FrameType.STATUS).u16(1));
      for (RawPeer.Came came = peer.read(); came.type() != FrameType.REPORT; came = peer.read()) {
        assertEquals(FrameType.PORTS, came.type());
      }
    }
  }
}
