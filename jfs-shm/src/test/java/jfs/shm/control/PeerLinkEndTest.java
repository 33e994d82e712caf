package jfs.shm.control;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import jfs.core.transport.FourTuple;
import jfs.shm.memory.Collected;
import jfs.shm.memory.ProcessBudget;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is left of a link that has ended. */
@Timeout(120)
class PeerLinkEndTest {

  private static final int PORT = 6;

  private final ShmConnectionManager manager = ProcessManager.get();
  private final FakeEnd end = new FakeEnd(7, PORT);
  private final FourTuple theirs = end.ends().mirrored();
  private final ShmEndpoint registration = ProcessManager.register(end);

  @AfterEach
  void withdraw() {
    registration.withdraw();
  }

  private List<WeakReference<PeerLink>> links() throws Exception {
    List<WeakReference<PeerLink>> links = new ArrayList<>();
    ManagerTasks.run(
        manager,
        () ->
            manager.links().open().stream()
                .filter(link -> RawPeer.NAME.equals(link.peerName()))
                .forEach(link -> links.add(new WeakReference<>(link))));
    return links;
  }

  /** The peer refuses an offer, and looks for an end that no JVM holds. */
  @Test
  void nothingRefersToItAndItsMemory() throws Exception {
    registration.enter();
    ManagerTasks.run(manager, () -> {});
    long before = ProcessBudget.taken();
    List<WeakReference<PeerLink>> links;
    try (RawPeer peer = new RawPeer(manager)) {
      peer.send(Frame.of(FrameType.LOOK).ends(new FakeEnd(8, PORT).ends()));
      peer.send(Frame.of(FrameType.LOOK).ends(theirs));
      int id = peer.await(FrameType.OFFER).i32();
      assertTrue(ProcessBudget.taken() > before);
      peer.send(Frame.of(FrameType.REFUSE).u32(id).text("not-free"));
      links = links();
    }
    assertTrue(links.size() == 1, links::toString);
    Collected.await(() -> links.get(0).get() == null);
    Collected.await(() -> ProcessBudget.taken() <= before);
  }
}
