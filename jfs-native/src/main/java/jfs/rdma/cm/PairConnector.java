package jfs.rdma.cm;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import jfs.core.config.Log;
import jfs.core.transport.FourTuple;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;
import jfs.natives.Errno;
import jfs.rdma.verbs.PinnedMemory;
import jfs.rdma.verbs.Verbs;
import jfs.rdma.verbs.VerbsEndpoint;
import jfs.rdma.verbs.VerbsException;

/**
 * Asks for the RDMA connections of the ends that connected, and acts on the answers; {@code
 * docs/protocol-rdma.md} has the steps. For the reactor's thread only.
 */
final class PairConnector {

  /** When to ask again: the peer's JVM takes a while to open its first device. */
  private static final int[] RETRY_MILLIS = {1, 4, 16, 64, 256, 1024, 4096};

  private final Verbs verbs;
  private final ClusterKey key;
  private final SecureRandom random;
  private final PinnedMemory memory;
  private final Pairs pairs;
  private final Timers timers;
  private final Requests requests;
  private final Obstacles obstacles;
  private final PairAbort abort;

  PairConnector(
      Verbs verbs,
      ClusterKey key,
      SecureRandom random,
      PinnedMemory memory,
      Pairs pairs,
      Timers timers,
      Requests requests,
      Obstacles obstacles,
      PairAbort abort) {
    this.verbs = verbs;
    this.key = key;
    this.random = random;
    this.memory = memory;
    this.pairs = pairs;
    this.timers = timers;
    this.requests = requests;
    this.obstacles = obstacles;
    this.abort = abort;
  }

  /** Requests an RDMA connection to the other end of a TCP connection. */
  void connect(RdmaEndpoint registered) {
    PairingEnd end = registered.get();
    registered.asking = true;
    if (end == null
        || registered.pair != null
        || registered.isWithdrawn()
        || obstacles.isProcessEnding()) {
      return;
    }
    InetSocketAddress remote = registered.remote();
    Reason refused = obstacles.toAsking(end, remote);
    if (refused != null) {
      end.explain(refused);
      return;
    }
    switch (requests.begin(registered, System.nanoTime())) {
      case NOW -> ask(registered, end, remote);
      case NEVER -> end.explain(Reason.UNPAIRED); // it asks again at twice its age
      case LATER -> askNext(); // it may wait behind one that may go now
    }
  }

  /** Begins the requests whose turn it is. */
  void askNext() {
    for (RdmaEndpoint registered = requests.next();
        registered != null;
        registered = requests.next()) {
      connect(registered);
    }
  }

  private void ask(RdmaEndpoint registered, PairingEnd end, InetSocketAddress remote) {
    boolean asked = false;
    PinnedMemory.Share share = null;
    try {
      share = memory.take();
      if (share == null) {
        end.explain(RdmaReasons.NO_PINNED_MEMORY);
      } else {
        asked = ask(registered, end, remote, share);
      }
    } finally {
      if (!asked) {
        requests.end(registered);
        if (share != null) {
          memory.giveBack(share);
        }
      }
    }
  }

  private boolean ask(
      RdmaEndpoint registered, PairingEnd end, InetSocketAddress remote, PinnedMemory.Share share) {
    byte[] nonce = RdmaGreeting.nonce(random);
    FourTuple ends = registered.ends();
    RdmaGreeting greeting =
        RdmaGreeting.ours(ends.localPort(), nonce, key.proof("asks", ends, nonce));
    long token = pairs.newToken();
    long begun = System.nanoTime();
    try {
      VerbsEndpoint endpoint = verbs.connect(ends.localAddress(), remote, greeting.bytes(), token);
      pairs.enter(token, registered, nonce, endpoint, share);
      return true;
    } catch (IOException e) {
      if (VerbsException.isLack(e)) {
        obstacles.lacking(RdmaReasons.NO_QUEUE_PAIR, begun, e);
        end.explain(RdmaReasons.NO_QUEUE_PAIR);
      } else {
        obstacles.unreachable(registered, begun, VerbsException.isOfDevice(e), Log.describe(e));
      }
      return false;
    }
  }

  /** The TCP connection is over before its pair was committed. */
  void withdrawn(RdmaEndpoint registered) {
    withdrawn(registered, System.nanoTime());
  }

  /** The same at a time that a test may choose. */
  void withdrawn(RdmaEndpoint registered, long now) {
    registered.asking = false;
    requests.forget(registered);
    RdmaPair pair = registered.pair;
    if (pair != null && pair.isConnector()) {
      if (pair.isRequesting()) {
        withdrawnUnanswered(pair, now);
      }
      abort.drop(pair, Reason.NOT_FREE); // which does nothing if it is committed
      askNext();
    }
  }

  /**
   * One request that ends early says nothing about its peer, but many without an answer do: else
   * short connections would send requests in vain for ever.
   */
  private void withdrawnUnanswered(RdmaPair pair, long now) {
    long silence = requests.withdrawn(pair.registered(), pair.begun(), now);
    if (silence >= RdmaPair.PATIENCE_NANOS) {
      unanswered(pair.registered(), now - silence, now);
    }
  }

  /** The peer has answered this end's request, in whatever way. */
  void answered(RdmaPair pair) {
    if (pair.isRequesting()) {
      requests.answered(pair.registered(), System.nanoTime());
      obstacles.failures().opened(pair.registered().ends());
    }
    abort.endRequest(pair);
  }

  /** This end's request was refused: by JFS, or by a host where no process listens at that port. */
  void refused(RdmaPair pair, byte[] data) {
    String code = RdmaGreeting.refusalOf(data);
    Reason reason = code == null ? Reason.NO_PEER : Reason.ofPeer(code);
    RdmaEndpoint registered = pair.registered();
    answered(pair);
    abort.drop(pair, reason);
    if (reason.equals(Reason.NO_PEER) && registered.attempts < RETRY_MILLIS.length) {
      // TCP connects before the peer's program accepts, which is when its JVM learns of it.
      timers.after(RETRY_MILLIS[registered.attempts++], () -> connect(registered));
    } else if (!reason.equals(Reason.NOT_FREE)) { // which concerns this connection alone
      obstacles.refused(pair, reason);
    }
  }

  /** A request failed, with an errno value of the connection manager or of a call. */
  void failed(RdmaPair pair, int error) {
    Reason reason;
    if (VerbsException.isLack(error)) {
      reason = RdmaReasons.NO_QUEUE_PAIR;
      obstacles.lacking(reason, pair.begun(), new VerbsException("connection", error));
    } else if (error == Errno.ECONNABORTED) {
      reason = Reason.NO_PEER; // it was there, and has gone
      obstacles.refused(pair, reason);
    } else {
      reason = RdmaReasons.NO_ROUTE;
      if (pair.isConnector()) {
        boolean byDevice = VerbsException.isOfDevice(error);
        reason =
            obstacles.unreachable(pair.registered(), pair.begun(), byDevice, Errno.name(error));
      }
    }
    abort.drop(pair, reason);
  }

  /**
   * The deadline has passed without an answer: the peer's process may hang while others on its host
   * work.
   */
  void late(RdmaPair pair) {
    Reason reason = pair.transport() == null ? RdmaReasons.NO_ROUTE : Reason.NO_PEER;
    if (pair.isRequesting()) {
      unanswered(pair.registered(), pair.begun(), System.nanoTime());
    } else {
      obstacles.refused(pair, reason);
    }
    abort.drop(pair, reason);
  }

  private void unanswered(RdmaEndpoint registered, long asked, long now) {
    obstacles.unanswered(registered, requests.hasAnswered(registered), asked, now);
    // After the line above, and before drop() lets another ask: from here on one at a time.
    requests.unanswered(registered, now);
  }
}
