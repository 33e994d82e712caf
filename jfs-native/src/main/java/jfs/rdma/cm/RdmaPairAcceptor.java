package jfs.rdma.cm;

import java.io.IOException;
import java.security.SecureRandom;
import jfs.core.transport.EndpointRegistry;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Reason;
import jfs.rdma.verbs.Event;
import jfs.rdma.verbs.PinnedMemory;
import jfs.rdma.verbs.VerbsEndpoint;

/**
 * Answers the requests of peers for RDMA connections; {@code docs/protocol-rdma.md} has the steps.
 * For the reactor's thread only.
 */
final class RdmaPairAcceptor {

  private final EndpointRegistry<RdmaEndpoint> registry;
  private final ClusterKey key;
  private final SecureRandom random;
  private final PinnedMemory memory;
  private final Pairs pairs;
  private final Obstacles obstacles;

  RdmaPairAcceptor(
      EndpointRegistry<RdmaEndpoint> registry,
      ClusterKey key,
      SecureRandom random,
      PinnedMemory memory,
      Pairs pairs,
      Obstacles obstacles) {
    this.registry = registry;
    this.key = key;
    this.random = random;
    this.memory = memory;
    this.pairs = pairs;
    this.obstacles = obstacles;
  }

  /**
   * A peer requests an RDMA connection to an end of this JVM, at a port where it has accepted TCP
   * connections.
   */
  void requested(int port, Event event) {
    RdmaGreeting greeting = RdmaGreeting.of(event.data());
    RdmaEndpoint registered = null;
    Reason refusal = Reason.INCOMPATIBLE;
    if (greeting != null && greeting.isCompatible()) {
      FourTuple ends = new FourTuple(event.local(), port, event.remote(), greeting.clientPort());
      registered = registry.find(ends);
      refusal = RdmaPairRefusal.of(registered, greeting, key, obstacles);
    }
    PinnedMemory.Share share = null;
    if (refusal == null) {
      share = memory.take();
      if (share == null) {
        refusal = RdmaReasons.NO_PINNED_MEMORY;
        registered.explain(refusal);
      }
    }
    if (refusal != null) {
      event.request().refuse(RdmaGreeting.refusal(refusal.code()));
      return;
    }
    accept(event, registered, greeting, share);
  }

  private void accept(
      Event event, RdmaEndpoint registered, RdmaGreeting greeting, PinnedMemory.Share share) {
    boolean entered = false;
    long begun = System.nanoTime();
    try {
      byte[] nonce = RdmaGreeting.nonce(random);
      FourTuple theirs = registered.ends().mirrored();
      byte[] proof = key.proof("answers", theirs, greeting.nonce(), nonce);
      long token = pairs.newToken();
      registered.accepts(greeting.nonce());
      byte[] answer = RdmaGreeting.ours(greeting.clientPort(), nonce, proof).bytes();
      VerbsEndpoint endpoint = event.request().accept(answer, token);
      RdmaPair pair = pairs.enter(token, registered, greeting.nonce(), endpoint, share);
      entered = true;
      obstacles.failures().opened(registered.ends());
      pair.answered(nonce, event.peerNumber());
    } catch (IOException e) {
      Reason reason = obstacles.notAccepted(registered, begun, e);
      registered.explain(reason);
      event.request().refuse(RdmaGreeting.refusal(reason.code()));
    } finally {
      if (!entered) {
        memory.giveBack(share);
      }
    }
  }
}
