package jfs.rdma.cm;

import java.io.IOException;
import java.util.function.LongSupplier;
import jfs.core.runtime.LackOfMemory;
import jfs.rdma.verbs.PinnedMemory;
import jfs.rdma.verbs.Rehearsal;
import jfs.rdma.verbs.VerbsEndpoint;

/**
 * The pairs of this JVM: those that live, those whose queues are unarmed, those that the program
 * has left, and those to be destroyed. For the reactor's thread only.
 */
final class Pairs {

  private final Tokens tokens = new Tokens();
  private final PairTable table = new PairTable();
  private final Unarmed unarmed = new Unarmed();
  private final Released released;

  /** Those to destroy, linked by {@link RdmaPair#next}. */
  private RdmaPair leaving;

  /** One of them has noted an event that was not handled. */
  private boolean owing;

  /** With the list of those that the program has left. */
  Pairs(Released released) {
    this.released = released;
  }

  /** Runs its handler once; {@link Rehearsal}. */
  static void rehearse() {
    try {
      Rehearsal.lackMemory();
    } catch (IOException | RuntimeException | Error e) {
      if (!LackOfMemory.isCauseOf(e)) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** A number by which events will name an endpoint. */
  long newToken() {
    return tokens.getAsLong();
  }

  /** The same for listeners. */
  LongSupplier tokens() {
    return tokens;
  }

  /** Enters a new pair. If that throws, the endpoint is destroyed. */
  RdmaPair enter(
      long token,
      RdmaEndpoint registered,
      byte[] nonce,
      VerbsEndpoint endpoint,
      PinnedMemory.Share share) {
    boolean entered = false;
    try {
      RdmaPair pair = new RdmaPair(token, registered, nonce, endpoint, share, released);
      table.add(pair);
      registered.pair = pair;
      entered = true;
      return pair;
    } finally {
      if (!entered) {
        endpoint.destroy();
      }
    }
  }

  /** The live pair with this token, or null. */
  RdmaPair get(long token) {
    return table.get(token);
  }

  /** The first of a walk over all live ones by {@link RdmaPair#next}; null if there are none. */
  RdmaPair first() {
    return table.first();
  }

  boolean isEmpty() {
    return table.isEmpty();
  }

  int size() {
    return table.size();
  }

  /** Those whose queues are unarmed. */
  Unarmed unarmed() {
    return unarmed;
  }

  /** Those that the program has left. */
  Released released() {
    return released;
  }

  /**
   * A pair is not needed any more: it is destroyed soon, not at once, since a handler of it may be
   * running.
   */
  void remove(RdmaPair pair) {
    if (table.remove(pair)) {
      unarmed.remove(pair);
      pair.next = leaving;
      leaving = pair;
    }
  }

  /**
   * Destroys those that were removed. If memory is lacking, it throws, and is to be called again.
   */
  void destroyLeaving(PinnedMemory memory, Complaints complaints) {
    while (leaving != null) {
      RdmaPair pair = leaving;
      try {
        pair.destroy(memory);
      } catch (RuntimeException | Error e) {
        if (LackOfMemory.isCauseOf(e)) {
          throw e; // it is destroyed later
        }
        complaints.about(e);
      }
      leaving = pair.next;
      pair.next = null;
      pair.registered().forget(pair);
    }
  }

  /** A pair has noted an event that was not handled; a later turn handles it. */
  void owe() {
    owing = true;
  }

  boolean isOwing() {
    return owing;
  }

  void owesNothing() {
    owing = false;
  }
}
