package jfs.shm;

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
    if (entry != null) {
      answer(entry);
    }
  }

  /** Answers one who looks for the other end of a connection, if anybody does. */
  void answer(Entry entry) {
    Link link = exchange.books().searcher(entry.ends());
    if (link == null) {
      return;
    }
    if (link.isCongested()) {
      link.answerLater(entry);
    } else {
      answer(link, entry);
    }
  }

  /** Answers one who looks for the other end: offers memory for this one. */
  void answer(Link link, Entry entry) {
    PairingEnd end = entry.get();
    if (end == null || entry.isTaken(link) || link.isClosed() || !link.isCompatible()) {
      return;
    }
    if (entry.transport != null) {
      takeBack(entry.transport); // it was offered to a JVM that does not hold the other end
    }
    if (!end.isFree() || !entry.ends().isKnown()) {
      decline(link, entry, end.obstacle());
      return;
    }
    if (offer(link, entry, end)) {
      entry.answered();
    }
  }

  /** Offers memory for this end, which is free; or says why not, and answers false. */
  boolean offer(Link link, Entry entry, PairingEnd end) {
    ShmTransport transport = newTransport(link, entry, end, true);
    if (transport == null) {
      decline(link, entry, Reason.NO_MEMORY);
      return false;
    }
    entry.transport = transport;
    boolean sent = false;
    try {
      Outgoing outgoing = transport.outgoing();
      link.send(
          Frame.of(FrameType.OFFER)
              .u32(transport.id())
              .ends(entry.ends())
              .u64(outgoing.control().offset())
              .u64(outgoing.firstChunk())
              .u64(Proof.cookie(end)));
      sent = true;
    } finally {
      if (!sent) {
        abandon(link, entry, transport); // the peer has not heard of it, and will not answer
      }
    }
    return true;
  }

  /** Says why there is no offer, here and there. */
  private static void decline(Link link, Entry entry, Reason reason) {
    entry.explain(reason);
    if (entry.ends().isKnown()) {
      link.send(Frame.of(FrameType.DECLINE).ends(entry.ends()).text(reason.code()));
    }
  }

  /** The peer holds the end that was looked for, and makes no offer. */
  void declined(FourTuple theirs, String reason) {
    Entry entry = exchange.books().find(theirs.mirrored());
    if (entry != null && entry.isWanted() && entry.transport == null) {
      entry.explain(Reason.ofPeer(reason));
    }
  }

  /** A pair that the link keeps, with memory of its own; null if there is none. */
  private static ShmTransport newTransport(
      Link link, Entry entry, PairingEnd end, boolean offerer) {
    OwnArena arena = link.ownArena();
    ControlBlock control = arena == null ? null : arena.allocateControl();
    if (control == null) {
      return null;
    }
    Chunk chunk = null;
    ShmTransport kept = null;
    try {
      chunk = arena.allocate(Outgoing.FIRST_CHUNK);
      if (chunk != null) {
        Outgoing outgoing = newOutgoing(link, entry, end, control, chunk);
        ShmTransport transport =
            new ShmTransport(link, link.pairs().newId(), entry, outgoing, offerer);
        link.pairs().add(transport);
        kept = transport;
      }
    } finally {
      if (kept == null) {
        if (chunk != null) {
          arena.free(chunk);
        }
        arena.free(control);
      }
    }
    return kept;
  }

  private static Outgoing newOutgoing(
      Link link, Entry entry, PairingEnd end, ControlBlock control, Chunk chunk) {
    Sleeper sleeper =
        new Sleeper(
            end.anchor(),
            link.hasFutex() ? Futex.installed() : null,
            link.mayPoll(),
            end.preference());
    return new Outgoing(
        control,
        new RingSender(control, chunk, link.ownArena()),
        sleeper,
        chunk.descriptor(),
        end.preference() == Preference.BANDWIDTH,
        entry);
  }

  /** An offer has come. */
  void offered(Link link, int peerId, FourTuple theirs, long control, long chunk, long cookie)
      throws IOException {
    Entry entry = offered(link, theirs.mirrored());
    PairingEnd end = entry == null ? null : entry.get();
    Reason refusal = refusal(link, entry, end, cookie);
    if (refusal != null) {
      if (entry != null && entry.transport == null) {
        entry.explain(refusal);
      }
      link.send(Frame.of(FrameType.REFUSE).u32(peerId).text(refusal.code()));
      return;
    }
    PeerMemory memory = PeerMemory.of(link, control, chunk);
    if (entry.transport != null) {
      // The offers have crossed, and the one who connected has his way: ours is taken back. Or
      // ours went to another JVM, which does not hold the other end.
      takeBack(entry.transport);
    }
    ShmTransport transport = newTransport(link, entry, end, false);
    if (transport == null) {
      entry.explain(Reason.NO_MEMORY);
      link.send(Frame.of(FrameType.REFUSE).u32(peerId).text(Reason.NO_MEMORY.code()));
      return;
    }
    entry.transport = transport;
    entry.answered();
    boolean answered = false;
    try {
      join(transport, peerId, memory);
      if (install(transport, end)) {
        Outgoing outgoing = transport.outgoing();
        link.send(
            Frame.of(FrameType.ACCEPT)
                .u32(peerId)
                .u32(transport.id())
                .u64(outgoing.control().offset())
                .u64(outgoing.firstChunk())
                .u64(Proof.cookie(end)));
        answered = true;
      }
    } finally {
      // If the peer has bound it meanwhile, it was answered, whatever failed afterwards.
      if (!answered && transport.retract()) {
        abandon(link, entry, transport);
        end.uninstall(transport, Reason.NOT_FREE);
      }
    }
    if (!answered && transport.isGone()) {
      link.send(Frame.of(FrameType.REFUSE).u32(peerId).text(end.obstacle().code()));
    }
  }

  /** The end that an offer is for. One that this JVM may yet enter is looked for by it. */
  private Entry offered(Link link, FourTuple ours) {
    Entry entry = exchange.books().find(ours);
    if (entry == null && exchange.search().ports().contains(ours.localPort())) {
      exchange.books().search(ours, link);
      entry = exchange.books().find(ours);
    }
    return entry;
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
    if (entry.isTaken(link) && !crossed) {
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
  private boolean install(ShmTransport transport, PairingEnd end) {
    if (!end.isFree() || !end.install(transport)) {
      return false;
    }
    transport.ownedBy(end);
    exchange.pace().paired();
    return true;
  }

  /** Our offer was accepted. */
  void accepted(Link link, int id, int peerId, long control, long chunk, long cookie)
      throws IOException {
    ShmTransport transport = link.pairs().get(id);
    if (transport == null) {
      return; // of a pair that is forgotten; so is the peer's, or will be
    }
    if (!transport.isComplete()) {
      join(transport, peerId, PeerMemory.of(link, control, chunk));
      try {
        bind(transport, cookie);
      } finally {
        // If there was no memory for it, it is decided all the same.
        settle(transport);
      }
    }
    if (transport.isGone()) {
      // Also to one who says it twice, or if there was no memory to tell him. One who is bound sees
      // it in the memory when he writes, and need not be woken.
      link.send(Frame.of(FrameType.DECIDED).u32(transport.peerId()));
      link.leave(transport);
    }
  }

  /** Installs a pair and binds it, unless something speaks against that. */
  private void bind(ShmTransport transport, long cookie) {
    Entry entry = transport.entry();
    PairingEnd end = entry.get();
    if (end != null
        && entry.transport == transport
        && !transport.isGone()
        && Proof.holds(entry.ends(), cookie)
        && install(transport, end)) {
      transport.bind();
    }
  }

  /** Our offer was refused. */
  void refused(Link link, int id, String reason) {
    ShmTransport transport = link.pairs().get(id);
    if (transport == null || transport.isComplete()) {
      return;
    }
    Entry entry = transport.entry();
    // A peer that does not know the end may do so later, and answers then: as good as silence.
    boolean unknown = entry.isConnector() && reason.equals(Reason.NO_PEER.code());
    if (!unknown) {
      entry.answered();
    }
    if (!unknown && entry.transport == transport) {
      entry.explain(Reason.ofPeer(reason));
    }
    abandon(link, entry, transport);
  }

  /** The peer, whose offer we accepted, has bound us or has not. */
  void decided(Link link, int id) {
    ShmTransport transport = link.pairs().get(id);
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
    ShmTransport transport = link.pairs().get(id);
    if (transport != null && !transport.isComplete()) {
      abandon(
          link, transport.entry(), transport); // it was accepted, and this end could not take it
    } else if (transport != null) {
      transport.peerLeft();
      settle(transport);
      removeIfLeft(link, transport);
    }
  }

  /** This end will not touch it again. */
  void left(Link link, ShmTransport transport) {
    if (transport.isComplete() && !transport.hasLeft()) {
      Frame release = Frame.of(FrameType.RELEASE).u32(transport.peerId());
      if (transport.holdsMuch()) {
        link.send(release);
      } else {
        link.sendLater(release);
      }
      transport.leaveOnce();
    }
    removeIfLeft(link, transport);
    link.pairs().left(transport);
  }

  private static void removeIfLeft(Link link, ShmTransport transport) {
    if (transport.hasPeerLeft() && transport.hasLeft()) {
      link.pairs().remove(transport);
    }
  }

  /** The link is gone. What was not bound stays on TCP, what was is broken. */
  void lost(ShmTransport transport) {
    transport.lost();
    if (transport.isComplete()) {
      settle(transport);
    } else {
      takeBack(transport); // nobody will answer the offer
    }
  }

  /** Takes an offer back, and leaves its end free. An answer may come, and finds it so. */
  private static void takeBack(ShmTransport transport) {
    forget(transport.entry(), transport);
    transport.retract();
  }

  private static void abandon(Link link, Entry entry, ShmTransport transport) {
    transport.retract(); // first: whoever leaves what is not retracted closes it
    transport.leaveOnce();
    forget(entry, transport);
    link.pairs().remove(transport);
  }

  private static void forget(Entry entry, ShmTransport transport) {
    if (entry.transport == transport) {
      entry.transport = null;
    }
  }
}
