package jfs.nio.shm;

import java.io.IOException;
import jfs.core.ring.Chunk;
import jfs.core.ring.ControlBlock;
import jfs.core.ring.RingReceiver;
import jfs.core.ring.RingSender;
import jfs.core.transport.FourTuple;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Preference;
import jfs.core.transport.Reason;
import jfs.core.wait.Futex;

/**
 * How two ends that look for each other come to share memory. {@code docs/protocol.md} has the
 * steps; here is what each frame does. All of it on the exchange's thread.
 *
 * <p>What proves that the two hold one connection: both have it open in the eyes of the kernel, of
 * one network namespace, at one moment: when the offer is accepted. The offerer has had it open
 * since before that, and has it still when it binds.
 */
final class Pairing {

  private final Exchange exchange;

  Pairing(Exchange exchange) {
    this.exchange = exchange;
  }

  /** Somebody looks for the other end of his connection. */
  void looked(Link link, FourTuple theirs) {
    FourTuple ours = theirs.mirrored();
    exchange.books().search(ours, link);
    Entry entry = exchange.books().find(ours);
    if (entry != null && exchange.books().searcher(ours) != null) {
      offer(link, entry);
    }
  }

  /** Offers memory for an end, to one who looks for it. */
  void offer(Link link, Entry entry) {
    PairingEnd end = entry.get();
    if (end == null || entry.transport != null || link.isClosed() || !link.isCompatible()) {
      return;
    }
    if (!end.isFree() || !entry.ends().isKnown()) {
      end.explain(end.obstacle());
      return;
    }
    ShmTransport transport = newTransport(link, entry, end, true);
    if (transport == null) {
      end.explain(Reason.NO_MEMORY);
      return;
    }
    entry.transport = transport;
    entry.answered();
    Outgoing outgoing = transport.outgoing();
    link.send(
        Frame.of(FrameType.OFFER)
            .u32(transport.id())
            .ends(entry.ends())
            .u64(outgoing.control().offset())
            .u64(outgoing.firstChunk())
            .u64(Proof.cookie(end)));
  }

  private static ShmTransport newTransport(
      Link link, Entry entry, PairingEnd end, boolean offerer) {
    OwnArena arena = link.ownArena();
    ControlBlock control = arena == null ? null : arena.allocateControl();
    if (control == null) {
      return null;
    }
    Chunk chunk = arena.allocate(Outgoing.FIRST_CHUNK);
    if (chunk == null) {
      arena.free(control);
      return null;
    }
    Sleeper sleeper =
        new Sleeper(
            end.anchor(),
            link.hasFutex() ? Futex.installed() : null,
            link.mayPoll(),
            end.preference());
    Outgoing outgoing =
        new Outgoing(
            control,
            new RingSender(control, chunk, arena),
            sleeper,
            chunk.descriptor(),
            end.preference() == Preference.BANDWIDTH,
            entry);
    ShmTransport transport = new ShmTransport(link, link.newId(), entry, outgoing, offerer);
    link.add(transport);
    return transport;
  }

  /** An offer has come. */
  void offered(Link link, int peerId, FourTuple theirs, long control, long chunk, long cookie)
      throws IOException {
    Entry entry = exchange.books().find(theirs.mirrored());
    PairingEnd end = entry == null ? null : entry.get();
    Reason refusal = refusal(link, entry, end, cookie);
    if (refusal != null) {
      link.send(Frame.of(FrameType.REFUSE).u32(peerId).text(refusal.code()));
      return;
    }
    PeerMemory memory = PeerMemory.of(link, control, chunk);
    if (entry.transport != null) {
      // The offers have crossed, and the one who connected has his way: ours is taken back.
      ShmTransport own = entry.transport;
      entry.transport = null;
      own.retract();
    }
    ShmTransport transport = newTransport(link, entry, end, false);
    if (transport == null) {
      end.explain(Reason.NO_MEMORY);
      link.send(Frame.of(FrameType.REFUSE).u32(peerId).text(Reason.NO_MEMORY.code()));
      return;
    }
    entry.transport = transport;
    entry.answered();
    join(transport, peerId, memory);
    if (!install(transport, end)) {
      abandon(link, entry, transport);
      link.send(Frame.of(FrameType.REFUSE).u32(peerId).text(end.obstacle().code()));
      return;
    }
    Outgoing outgoing = transport.outgoing();
    link.send(
        Frame.of(FrameType.ACCEPT)
            .u32(peerId)
            .u32(transport.id())
            .u64(outgoing.control().offset())
            .u64(outgoing.firstChunk())
            .u64(Proof.cookie(end)));
  }

  private static Reason refusal(Link link, Entry entry, PairingEnd end, long cookie) {
    if (end == null) {
      return Reason.NO_PEER;
    }
    if (!link.isCompatible()) {
      return Reason.INCOMPATIBLE;
    }
    boolean crossed =
        entry.transport != null && !entry.transport.isComplete() && !end.isConnector();
    if (entry.transport != null && !crossed) {
      return Reason.NOT_FREE;
    }
    if (!end.isFree()) {
      return end.obstacle();
    }
    return Proof.holds(entry.ends(), cookie) ? null : Reason.OTHER_SOCKET;
  }

  private static void join(ShmTransport transport, int peerId, PeerMemory memory) {
    Outgoing outgoing = transport.outgoing();
    transport.complete(
        peerId,
        new Incoming(
            memory.control(),
            new RingReceiver(memory.control(), memory.chunk()),
            outgoing.sleeper(),
            outgoing.peer()));
  }

  /**
   * Lets this end follow the peer's switch from now on. A reader that is blocked on TCP and does
   * not know of it is woken by the first byte that comes, which the peer writes there in any case.
   */
  private static boolean install(ShmTransport transport, PairingEnd end) {
    if (!end.isFree() || !end.install(transport)) {
      return false;
    }
    transport.ownedBy(end);
    return true;
  }

  /** Our offer was accepted. */
  void accepted(Link link, int id, int peerId, long control, long chunk, long cookie)
      throws IOException {
    ShmTransport transport = link.pair(id);
    if (transport == null || transport.isComplete()) {
      return; // of a pair that is forgotten; so is the peer's, or will be
    }
    join(transport, peerId, PeerMemory.of(link, control, chunk));
    Entry entry = transport.entry();
    PairingEnd end = entry.get();
    boolean installed =
        end != null
            && entry.transport == transport
            && !transport.isGone()
            && Proof.holds(entry.ends(), cookie)
            && install(transport, end);
    if (!installed || !transport.bind()) {
      transport.retract();
      if (installed) {
        end.uninstall(transport, Reason.NOT_FREE);
      }
      forget(entry, transport);
    }
    link.send(Frame.of(FrameType.DECIDED).u32(peerId));
    if (transport.isGone()) {
      link.leave(transport);
    }
  }

  /** Our offer was refused. */
  void refused(Link link, int id, String reason) {
    ShmTransport transport = link.pair(id);
    if (transport == null || transport.isComplete()) {
      return;
    }
    transport.entry().answered();
    PairingEnd end = transport.entry().get();
    if (end != null && transport.entry().transport == transport) {
      end.explain(Reason.ofPeer(reason));
    }
    abandon(link, transport.entry(), transport);
  }

  /** The peer, whose offer we accepted, has bound us or has not. */
  void decided(Link link, int id) {
    ShmTransport transport = link.pair(id);
    if (transport != null) {
      settle(transport);
    }
  }

  private static void settle(ShmTransport transport) {
    if (transport.isComplete() && transport.retract()) {
      PairingEnd end = transport.entry().get();
      if (end != null) {
        end.uninstall(transport, Reason.NOT_FREE);
      }
      forget(transport.entry(), transport);
    }
  }

  /** The peer will not touch the memory again. */
  void released(Link link, int id) {
    ShmTransport transport = link.pair(id);
    if (transport != null) {
      transport.peerLeft();
      settle(transport);
      removeIfLeft(link, transport);
    }
  }

  /** This end will not touch it again. */
  void left(Link link, ShmTransport transport) {
    if (transport.isComplete() && transport.leaveOnce()) {
      link.send(Frame.of(FrameType.RELEASE).u32(transport.peerId()));
    }
    removeIfLeft(link, transport);
  }

  private static void removeIfLeft(Link link, ShmTransport transport) {
    if (transport.hasPeerLeft() && transport.hasLeft()) {
      link.remove(transport);
    }
  }

  /** The link is gone. What was not bound stays on TCP, what was is broken. */
  void lost(ShmTransport transport) {
    transport.lost();
    settle(transport);
  }

  private static void abandon(Link link, Entry entry, ShmTransport transport) {
    transport.leaveOnce();
    transport.retract();
    forget(entry, transport);
    link.remove(transport);
  }

  private static void forget(Entry entry, ShmTransport transport) {
    if (entry.transport == transport) {
      entry.transport = null;
    }
  }
}
