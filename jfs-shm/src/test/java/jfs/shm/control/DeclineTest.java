package jfs.shm.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Reason;
import jfs.shm.memory.ProcessBudget;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Both ends say why a connection stays on TCP, whichever of them knows it. */
@Timeout(120)
class DeclineTest {

  private static final int PORT = 4;

  private final ShmConnectionManager manager = ProcessManager.get();
  private final FakeEnd end = new FakeEnd(5, PORT);
  private final FourTuple theirs = end.ends().mirrored();
  private final ShmEndpoint registration = ProcessManager.register(end);

  @AfterEach
  void withdraw() {
    registration.withdraw();
  }

  /** Waits until the manager has handled all frames of a peer. */
  private static List<FrameType> untilTold(RawPeer peer) throws Exception {
    peer.send(Frame.of(FrameType.STATUS).u16(1));
    List<FrameType> came = new ArrayList<>();
    for (RawPeer.Came next = peer.read(); next.type() != FrameType.REPORT; next = peer.read()) {
      came.add(next.type());
    }
    return came;
  }

  @Test
  void theEndThatLooksIsToldWhyThereIsNoOffer() throws Exception {
    registration.want();
    ManagerTasks.run(manager, () -> {});
    try (RawPeer peer = new RawPeer(manager)) {
      peer.send(Frame.of(FrameType.PORTS).u16(PORT));
      assertEquals(end.ends(), peer.await(FrameType.LOOK).ends());
      peer.send(Frame.of(FrameType.DECLINE).ends(theirs).text("no-memory"));
      untilTold(peer);
      assertEquals(List.of(Reason.NO_MEMORY), end.reasons);
    }
  }

  @Test
  void nobodyIsToldOfAnEndThatIsNotLookedFor() throws Exception {
    registration.enter();
    ManagerTasks.run(manager, () -> {});
    try (RawPeer peer = new RawPeer(manager)) {
      peer.send(Frame.of(FrameType.DECLINE).ends(theirs).text("no-memory"));
      peer.send(Frame.of(FrameType.DECLINE).ends(end.ends()).text("no-memory"));
      untilTold(peer);
      assertEquals(List.of(), end.reasons);
    }
  }

  @Test
  void anEndThatIsNotFreeIsNotOffered() throws Exception {
    end.free = false;
    registration.enter();
    ManagerTasks.run(manager, () -> {});
    try (RawPeer peer = new RawPeer(manager)) {
      peer.send(Frame.of(FrameType.LOOK).ends(theirs));
      FrameFields decline = peer.await(FrameType.DECLINE);
      assertEquals(end.ends(), decline.ends());
      assertEquals("not-free", decline.text());
      assertEquals(List.of(Reason.NOT_FREE), end.reasons);
      assertEquals(List.of(), untilTold(peer));
    }
  }

  @Test
  void anEndWithoutMemoryIsNotOffered() throws Exception {
    registration.enter();
    long[] taken = {0};
    ManagerTasks.run(manager, () -> taken[0] = ProcessBudget.takeAllForPairs());
    try (RawPeer peer = new RawPeer(manager)) {
      peer.send(Frame.of(FrameType.LOOK).ends(theirs));
      FrameFields decline = peer.await(FrameType.DECLINE);
      assertEquals(end.ends(), decline.ends());
      assertEquals("no-memory", decline.text());
      assertEquals(List.of(Reason.NO_MEMORY), end.reasons);
    } finally {
      ProcessBudget.give(taken[0]);
    }
  }

  /** Without an answer the peer would keep its end back for as long as the link lives. */
  @Test
  void anOfferIsRefusedForWhichAClassCouldNotBeLoaded() throws Exception {
    end.unloadable = true;
    registration.enter();
    ManagerTasks.run(manager, () -> {});
    try (RawPeer peer = new RawPeer(manager)) {
      peer.send(Frame.of(FrameType.OFFER).u32(42).ends(theirs).u64(0).u64(0).u64(0));
      FrameFields refuse = peer.await(FrameType.REFUSE);
      assertEquals(42, refuse.i32());
      assertEquals("no-memory", refuse.text());
    }
  }
}
