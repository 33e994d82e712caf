package jfs.shm.control;

import java.lang.ref.Cleaner;
import jfs.core.runtime.Cleaning;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;
import jfs.core.transport.TransportFailure;
import jfs.core.wait.SoleProcessor;
import jfs.shm.memory.OwnMemory;
import jfs.shm.memory.PeerMemory;
import jfs.shm.stream.PairOwner;
import jfs.shm.stream.ShmTransport;

/**
 * A pair as the manager's thread knows it, from offer to release. {@link ShmTransport} is what the
 * program's threads have of it. Used by the manager's thread alone, except {@link #explain}, {@link
 * #failed} and {@link #leave}.
 */
final class ShmPair implements PairOwner, Runnable {

  /** The link to the JVM that has, or may have, the other end. */
  interface Link {

    /** The peer's name; null before its HELLO. */
    String peerName();

    /** This end leaves: has {@link #left} called by the manager's thread. Any thread may call. */
    void leave(ShmPair pair);

    /** This end will not touch the pair's memory again. */
    void left(ShmPair pair);
  }

  private final Link link;
  private final int id;
  private final ShmEndpoint endpoint;
  private final OwnMemory memory;

  /** Set before any other thread sees it. */
  private ShmTransport transport;

  /** The number that the peer has given the pair; valid once the transport is complete. */
  private int peerId;

  /** Whether its two JVMs have to take turns on a processor. */
  private final boolean takesTurns;

  /** Whether {@link SoleProcessor} counts this pair. */
  private boolean counted;

  /** Whether this end has left: once both have, the memory is free. */
  private boolean left;

  private boolean peerLeft;

  /** Closes the transport when the application forgets its socket. */
  private Cleaner.Cleanable cleanable;

  /**
   * Makes a pair that has no transport yet.
   *
   * @param takesTurns whether no thread of either JVM may poll for one of the other
   */
  ShmPair(Link link, int id, ShmEndpoint endpoint, OwnMemory memory, boolean takesTurns) {
    this.link = link;
    this.id = id;
    this.endpoint = endpoint;
    this.memory = memory;
    this.takesTurns = takesTurns;
  }

  /** Adds what carries it. */
  void carriedBy(ShmTransport newTransport) {
    transport = newTransport;
  }

  int id() {
    return id;
  }

  ShmEndpoint endpoint() {
    return endpoint;
  }

  OwnMemory memory() {
    return memory;
  }

  ShmTransport transport() {
    return transport;
  }

  /** Whether it was offered to, or agreed on with, the peer of this link. */
  boolean isWith(Link other) {
    return link.peerName().equals(other.peerName()); // this JVM's own link has two objects
  }

  int peerId() {
    return peerId;
  }

  /** Adds the peer's half. */
  void join(int newPeerId, PeerMemory peerMemory) {
    peerId = newPeerId;
    if (takesTurns && !counted) { // not sooner: each JVM also has a link to itself
      SoleProcessor.beginShare();
      counted = true;
    }
    transport.complete(peerMemory); // last: if memory is lacking, all is done again
  }

  /** No thread waits for the other JVM's any more. */
  private void endShare() {
    if (counted) {
      counted = false;
      SoleProcessor.endShare();
    }
  }

  /** Closes the transport when its end is collected. */
  void ownedBy(PairingEnd end) {
    cleanable = Cleaning.register(end, new Abandoning(transport));
  }

  private record Abandoning(ShmTransport transport) implements Runnable {
    @Override
    public void run() {
      transport.abandon();
    }
  }

  /** Leaves this end on TCP, unless the pair is committed. */
  void settle() {
    if (transport.isComplete() && transport.abort()) {
      PairingEnd end = endpoint.get();
      if (end != null) {
        end.uninstall(transport, Reason.NOT_FREE);
      }
      forget();
    }
  }

  /**
   * Takes an offer back, and leaves its end free. An answer that comes later finds the offer
   * aborted.
   */
  void takeBack() {
    endShare();
    forget();
    transport.abort();
  }

  /** Ends a pair that the peer does not use; the caller frees its memory. */
  void abandon() {
    transport.abort(); // first: leaving a pair that is not aborted closes it
    leaveOnce();
    forget();
  }

  /** The link has ended. A pair that is not committed is aborted; a committed one is broken. */
  void lost() {
    endShare();
    transport.lost();
    if (transport.isComplete()) {
      settle();
    } else {
      takeBack(); // the offer gets no answer any more
    }
  }

  /**
   * The peer has cut its memory off: as {@link #lost}, but touches no memory of the peer's. Threads
   * of the program that touch it learn of that by themselves.
   */
  void faulted() {
    if (transport.isComplete() && transport.leaveUndecided()) {
      PairingEnd end = endpoint.get();
      if (end != null) {
        end.uninstall(transport, Reason.NOT_FREE);
      }
    }
    forget();
  }

  private void forget() {
    if (endpoint.pair == this) {
      endpoint.pair = null;
    }
  }

  /** Says why this end sends on TCP again. Any thread may call. */
  @Override
  public void explain(Reason reason) {
    endpoint.explain(reason);
  }

  /** Notes what has happened to this end's connection. Any thread may call. */
  @Override
  public void failed(TransportFailure cause) {
    endpoint.failed(cause);
  }

  /** This end will not touch the pair's memory again. Any thread may call. */
  @Override
  public void leave() {
    link.leave(this);
  }

  /** The manager's thread deals with {@link #leave}. */
  @Override
  public void run() {
    link.left(this);
  }

  /** Notes that this end has left. */
  void leaveOnce() {
    if (!left) {
      left = true;
      endShare();
      if (cleanable != null) {
        cleanable.clean();
      }
    }
  }

  boolean hasLeft() {
    return left;
  }

  void peerLeft() {
    peerLeft = true;
  }

  /** Whether neither end will touch the memory again. */
  boolean isOver() {
    return peerLeft && left;
  }

  /**
   * Frees the memory, which neither end will touch again. The step that may lack heap comes first;
   * the caller may call again if it fails.
   */
  void free() {
    transport.freeChunks();
    memory.freeControl();
  }
}
