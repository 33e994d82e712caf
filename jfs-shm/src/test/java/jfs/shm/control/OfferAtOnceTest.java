package jfs.shm.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An end that connected offers memory to the one JVM that may hold the other, unasked. */
@Timeout(120)
class OfferAtOnceTest {

  private static final int PORT = 21;

  private final ShmConnectionManager manager = ProcessManager.get();
  private final FakeEnd end = new FakeEnd(22, PORT);

  /** Waits until the manager has handled all frames of a peer, without an offer. */
  private static void settle(RawPeer peer) throws Exception {
    peer.send(Frame.of(FrameType.STATUS).u16(1));
    for (RawPeer.Came came = peer.read(); came.type() != FrameType.REPORT; came = peer.read()) {
      assertNotEquals(FrameType.OFFER, came.type());
    }
  }

  @Test
  void peerThatDoesNotKnowTheEndYetMayLookForItLater() throws Exception {
    ShmEndpoint registration = ProcessManager.register(end);
    try (RawPeer peer = new RawPeer(manager)) {
      peer.send(Frame.of(FrameType.PORTS).u16(PORT));
      settle(peer);
      registration.want();
      FrameFields offer = peer.await(FrameType.OFFER);
      int id = offer.i32();
      assertEquals(end.ends(), offer.ends());
      peer.send(Frame.of(FrameType.REFUSE).u32(id).text("no-peer"));
      settle(peer);
      assertEquals(List.of(), end.reasons, "it may know it later");
      peer.send(Frame.of(FrameType.LOOK).ends(end.ends().mirrored()));
      assertEquals(end.ends(), endsOf(peer.await(FrameType.OFFER)), "free again");
    } finally {
      registration.withdraw();
    }
  }

  private static Object endsOf(FrameFields offer) throws Exception {
    offer.i32();
    return offer.ends();
  }

  @Test
  void offerToAnEndThatIsNotKnownYetIsAnsweredOnceItIs() throws Exception {
    manager.ports().add(end.ends().localPort());
    ShmEndpoint registration = ProcessManager.register(end);
    try (RawPeer peer = new RawPeer(manager)) {
      peer.send(Frame.of(FrameType.OFFER).u32(7).ends(end.ends().mirrored()).u64(0).u64(0).u64(0));
      FrameFields refuse = peer.await(FrameType.REFUSE);
      assertEquals(7, refuse.i32());
      assertEquals("no-peer", refuse.text());
      registration.enter();
      assertEquals(end.ends(), endsOf(peer.await(FrameType.OFFER)));
    } finally {
      registration.withdraw();
    }
  }

  /** No JVM holds the end there, nor will one. */
  @Test
  void offerToAPortWhereNobodyAcceptsIsForgotten() throws Exception {
    FakeEnd elsewhere = new FakeEnd(23, PORT);
    ShmEndpoint registration = ProcessManager.register(elsewhere);
    try (RawPeer peer = new RawPeer(manager)) {
      peer.send(
          Frame.of(FrameType.OFFER).u32(8).ends(elsewhere.ends().mirrored()).u64(0).u64(0).u64(0));
      assertEquals(8, peer.await(FrameType.REFUSE).i32());
      registration.enter();
      ManagerTasks.run(manager, () -> {});
      settle(peer);
    } finally {
      registration.withdraw();
    }
  }

  /** As when a port is used again, and the first JVM that accepted there was stopped. */
  @Test
  void offerThatIsNotAnsweredHidesNobody() throws Exception {
    ShmEndpoint registration = ProcessManager.register(end);
    try (RawPeer stopped = new RawPeer(manager);
        RawPeer holder = new RawPeer(manager, "2-bbbbbbbbbbbbbbbb")) {
      stopped.send(Frame.of(FrameType.PORTS).u16(PORT));
      settle(stopped);
      registration.want();
      stopped.await(FrameType.OFFER);
      holder.send(Frame.of(FrameType.PORTS).u16(PORT));
      assertEquals(end.ends(), holder.await(FrameType.LOOK).ends());
      registration.want();
      assertEquals(end.ends(), holder.await(FrameType.LOOK).ends());
      holder.send(Frame.of(FrameType.LOOK).ends(end.ends().mirrored()));
      assertEquals(end.ends(), endsOf(holder.await(FrameType.OFFER)));
      settle(stopped);
    } finally {
      registration.withdraw();
    }
  }

  private void releaseLater(int id) throws Exception {
    ManagerTasks.run(
        manager,
        () -> {
          for (PeerLink link : manager.links().open()) {
            if (RawPeer.NAME.equals(link.peerName())) {
              link.sendLater(Frame.of(FrameType.RELEASE).u32(id));
            }
          }
        });
  }

  /** A frame that waits for others to go out with goes first. */
  @Test
  void statusIsToldWhereSomethingWaitsToBeSent() throws Exception {
    try (RawPeer peer = new RawPeer(manager)) {
      settle(peer);
      releaseLater(99);
      peer.send(Frame.of(FrameType.STATUS).u16(1));
      assertEquals(99, peer.await(FrameType.RELEASE).i32());
      peer.await(FrameType.REPORT);
    }
  }

  @Test
  void whatMayWaitIsSentByItselfInTheEnd() throws Exception {
    try (RawPeer peer = new RawPeer(manager)) {
      settle(peer);
      releaseLater(98);
      assertEquals(98, peer.await(FrameType.RELEASE).i32());
    }
  }
}
