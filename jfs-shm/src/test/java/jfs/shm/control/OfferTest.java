package jfs.shm.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An offer is made while the heap is full at times. */
@Timeout(120)
class OfferTest {

  private static final int PORT = 11;

  private final ShmConnectionManager manager = ProcessManager.get();

  @Test
  void whatWasTakenForAnOfferThatFailedIsGivenBack() throws Exception {
    FakeEnd end = new FakeEnd(12, PORT);
    end.withoutMemory.set(3);
    ShmEndpoint registration = ProcessManager.register(end);
    registration.enter();
    ManagerTasks.run(manager, () -> {});
    try (RawPeer peer = new RawPeer(manager)) {
      peer.send(Frame.of(FrameType.LOOK).ends(end.ends().mirrored()));
      FrameFields offer = peer.await(FrameType.OFFER);
      offer.i32();
      assertEquals(end.ends(), offer.ends());
      assertEquals(0, offer.u64(), "the arena's first place: nothing else is in use");
      assertEquals(0, end.withoutMemory.get());
    } finally {
      registration.withdraw();
    }
  }
}
