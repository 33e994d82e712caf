package jfs.rdma;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import jfs.core.config.Log;
import jfs.core.transport.FourTuple;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;
import jfs.natives.Errno;
import jfs.rdma.stream.RdmaConnection;
import jfs.rdma.verbs.Event;
import jfs.rdma.verbs.PinnedMemory;
import jfs.rdma.verbs.Verbs;
import jfs.rdma.verbs.VerbsEndpoint;
import jfs.rdma.verbs.VerbsException;

/**
 * Establishes and commits the RDMA connection of a TCP connection's two ends; {@code
 * docs/protocol-rdma.md} has the steps. All of it runs on the reactor's thread.
 *
 * <p>Why both ends hold the same TCP connection: the acceptor has it open when it accepts the
 * request; the client has had it open since before the request, and still has it when it commits
 * the pair.
 */
final class Pairing {

  /** The connection manager sends lost packets again after 4 s, and may have to more than once. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

  /** When to ask again: the peer's JVM takes a while to open its first device. */
  private static final int[] RETRY_MILLIS = {1, 4, 16, 64, 256, 1024, 4096};

  private static final long REFUSING_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** The role in the client's second proof, which covers the acceptor's random number. */
  private static final String COMMITS = "commits";

  private final Reactor reactor;
  private final Verbs verbs;
  private final ClusterKey key;
  private final PinnedMemory memory;
  private final Refusals refusals = new Refusals();
  private final Failures failures = new Failures(refusals);
  private final Requests requests = new Requests();
  private final SecureRandom random = new SecureRandom();
  private final Runnable askNext = this::askNext;

  Pairing(Reactor reactor, Verbs verbs, ClusterKey key, PinnedMemory memory) {
    this.reactor = reactor;
    this.verbs = verbs;
    this.key = key;
    this.memory = memory;
  }

  /** Requests an RDMA connection to the other end of a TCP connection. */
  void connect(RdmaEndpoint registered) {
    PairingEnd end = registered.get();
    registered.asking = true;
    if (end == null
        || registered.pair != null
        || registered.isWithdrawn()
        || reactor.exit().hasBegun()) {
      return;
    }
    InetSocketAddress remote = remote(registered);
    Reason refused = refusal(end, remote);
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
    byte[] nonce = nonce();
    FourTuple ends = registered.ends();
    Greeting greeting = Greeting.ours(ends.localPort(), nonce, key.proof("asks", ends, nonce));
    long token = reactor.newToken();
    long begun = System.nanoTime();
    try {
      VerbsEndpoint endpoint = verbs.connect(ends.localAddress(), remote, greeting.bytes(), token);
      enter(token, registered, true, nonce, endpoint, share);
      return true;
    } catch (IOException e) {
      if (VerbsException.isLack(e)) {
        lacking(RdmaReasons.NO_QUEUE_PAIR, begun, e);
        end.explain(RdmaReasons.NO_QUEUE_PAIR);
      } else {
        unreachable(registered, begun, VerbsException.isOfDevice(e), Log.describe(e));
      }
      return false;
    }
  }

  /**
   * Notes that a connection could not be made, if the cause is a lack that affects any other
   * connection as well.
   */
  private void lacking(Reason reason, long asked, IOException e) {
    Log.debug("no RDMA for now: " + Log.describe(e));
    if (VerbsException.isLack(e)) {
      refusals.lacking(reason, asked, System.nanoTime());
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
    Pair pair = registered.pair;
    if (pair != null && pair.isConnector()) {
      if (pair.isRequesting()) {
        withdrawnUnanswered(pair, now);
      }
      drop(pair, Reason.NOT_FREE); // which does nothing if it is committed
      askNext();
    }
  }

  /**
   * One request that ends early says nothing about its peer, but many without an answer do: else
   * short connections would send requests in vain for ever.
   */
  private void withdrawnUnanswered(Pair pair, long now) {
    long silence = requests.withdrawn(pair.registered(), pair.begun(), now);
    if (silence >= PATIENCE_NANOS) {
      unanswered(pair.registered(), now - silence, now);
    }
  }

  private void answered(Pair pair) {
    if (pair.isRequesting()) {
      requests.answered(pair.registered(), System.nanoTime());
      failures.opened(pair.registered().ends());
    }
    ended(pair);
  }

  private void ended(Pair pair) {
    if (pair.endRequest()) {
      requests.end(pair.registered());
      reactor.execute(askNext);
    }
  }

  private void askNext() {
    for (RdmaEndpoint registered = requests.next();
        registered != null;
        registered = requests.next()) {
      connect(registered);
    }
  }

  private Reason refusal(PairingEnd end, InetSocketAddress remote) {
    if (!end.isFree()) {
      return end.obstacle();
    }
    if (reactor.spillBudget().isTight()) {
      return Reason.NO_MEMORY; // the connections that exist may need the rest
    }
    long now = System.nanoTime();
    Reason reason = reactor.refusalNow(end.ends().localAddress());
    reason = reason != null ? reason : refusals.of(remote, now);
    reason = reason != null ? reason : failures.ofDevice(end.ends(), now);
    return reason != null ? reason : failures.ofPeer(remote, now);
  }

  private void enter(
      long token,
      RdmaEndpoint registered,
      boolean connector,
      byte[] nonce,
      VerbsEndpoint endpoint,
      PinnedMemory.Share share) {
    boolean entered = false;
    try {
      Pair pair = new Pair(token, registered, connector, nonce, endpoint, share);
      pair.deadline(pair.begun() + PATIENCE_NANOS);
      reactor.add(pair);
      registered.pair = pair;
      entered = true;
    } finally {
      if (!entered) {
        endpoint.destroy();
      }
    }
  }

  private static InetSocketAddress remote(RdmaEndpoint registered) {
    return new InetSocketAddress(registered.ends().remoteAddress(), registered.ends().remotePort());
  }

  private byte[] nonce() {
    byte[] nonce = new byte[Greeting.NONCE];
    random.nextBytes(nonce);
    return nonce;
  }

  /**
   * Notes that there is no route to a peer, or that the device has failed, and returns the reason.
   */
  private Reason unreachable(RdmaEndpoint registered, long begun, boolean byDevice, String why) {
    long now = System.nanoTime();
    Reason reason = byDevice ? RdmaReasons.DEVICE_FAILED : RdmaReasons.NO_ROUTE;
    if (byDevice) {
      failures.notOpened(registered.ends(), begun, now);
    }
    unreachable(registered, reason, begun, now, why);
    return reason;
  }

  private void unreachable(
      RdmaEndpoint registered, Reason reason, long begun, long now, String why) {
    InetAddress remote = registered.ends().remoteAddress();
    Log.debug("no RDMA to " + remote + ": " + why);
    refusals.unreachable(remote, reason, begun, now);
    explain(registered, reason);
  }

  private static void explain(RdmaEndpoint registered, Reason reason) {
    PairingEnd end = registered.get();
    if (end != null) {
      end.explain(reason);
    }
  }

  /**
   * A peer requests an RDMA connection to an end of this JVM, at a port where it has accepted TCP
   * connections.
   */
  void requested(int port, Event event) {
    Greeting greeting = Greeting.of(event.data());
    RdmaEndpoint registered = null;
    Reason refusal = Reason.INCOMPATIBLE;
    if (greeting != null && greeting.isCompatible()) {
      FourTuple ends = new FourTuple(event.local(), port, event.remote(), greeting.clientPort());
      registered = reactor.registry().find(ends);
      refusal = refusal(registered, greeting);
    }
    PinnedMemory.Share share = null;
    if (refusal == null) {
      share = memory.take();
      if (share == null) {
        refusal = RdmaReasons.NO_PINNED_MEMORY;
        explain(registered, refusal);
      }
    }
    if (refusal != null) {
      event.request().refuse(Greeting.refusal(refusal.code()));
      return;
    }
    accept(event, registered, greeting, share);
  }

  private void accept(
      Event event, RdmaEndpoint registered, Greeting greeting, PinnedMemory.Share share) {
    boolean entered = false;
    long begun = System.nanoTime();
    byte[] nonce = nonce();
    FourTuple theirs = registered.ends().mirrored();
    byte[] proof = key.proof("answers", theirs, greeting.nonce(), nonce);
    long token = reactor.newToken();
    try {
      byte[] answer = Greeting.ours(greeting.clientPort(), nonce, proof).bytes();
      VerbsEndpoint endpoint = event.request().accept(answer, token);
      enter(token, registered, false, greeting.nonce(), endpoint, share);
      entered = true;
      failures.opened(registered.ends());
      registered.pair.answer(nonce);
    } catch (IOException e) {
      Reason reason = notAccepted(registered, begun, e);
      explain(registered, reason);
      event.request().refuse(Greeting.refusal(reason.code()));
    } finally {
      if (!entered) {
        memory.giveBack(share);
      }
    }
  }

  private Reason notAccepted(RdmaEndpoint registered, long begun, IOException e) {
    if (VerbsException.isOfDevice(e)) {
      Log.debug("no RDMA: " + Log.describe(e));
      failures.notOpened(registered.ends(), begun, System.nanoTime());
      return RdmaReasons.DEVICE_FAILED;
    }
    // Else it concerns this request alone, as where the client has gone: it may ask again.
    Reason reason = VerbsException.isLack(e) ? RdmaReasons.NO_QUEUE_PAIR : Reason.NO_PEER;
    lacking(reason, begun, e);
    return reason;
  }

  private Reason refusal(RdmaEndpoint registered, Greeting greeting) {
    PairingEnd end = registered == null ? null : registered.get();
    if (end == null || end.isConnector()) {
      return Reason.NO_PEER;
    }
    if (!key.holds(greeting.proof(), "asks", registered.ends().mirrored(), greeting.nonce())) {
      end.explain(RdmaReasons.WRONG_KEY);
      return RdmaReasons.WRONG_KEY;
    }
    if (registered.pair != null || !end.isFree() || reactor.exit().hasBegun()) {
      return Reason.NOT_FREE;
    }
    long now = System.nanoTime();
    Reason lack = reactor.spillBudget().isTight() ? Reason.NO_MEMORY : refusals.lack(now);
    lack = lack != null ? lack : failures.ofDevice(registered.ends(), now);
    if (lack != null) {
      end.explain(lack);
    }
    return lack;
  }

  /** The peer has accepted this end's request. */
  void accepted(Pair pair, byte[] data) {
    answered(pair);
    Greeting greeting = Greeting.of(data);
    if (greeting == null || !greeting.isCompatible()) {
      drop(pair, Reason.INCOMPATIBLE);
    } else if (!key.holds(
        greeting.proof(), "answers", pair.clientEnds(), pair.nonce(), greeting.nonce())) {
      drop(pair, RdmaReasons.WRONG_KEY);
    } else {
      Reason lack = begin(pair);
      if (lack != null) {
        drop(pair, lack);
      } else {
        pair.transport()
            .connection()
            .prove(key.proof(COMMITS, pair.clientEnds(), pair.nonce(), greeting.nonce()));
        reactor.upkeep().watch(pair);
      }
    }
  }

  /** The client has this end's acceptance; next comes its proof. */
  void established(Pair pair) {
    Reason refusal = begin(pair);
    if (refusal == null) {
      reactor.upkeep().watch(pair);
    } else {
      refuseLate(pair, refusal);
    }
  }

  private void refuseLate(Pair pair, Reason refusal) {
    explain(pair.registered(), refusal);
    pair.abandon();
    pair.refuse(refusal);
    pair.deadline(System.nanoTime() + REFUSING_NANOS);
  }

  /**
   * The client has sent a proof over this end's random number, so its request was not recorded and
   * repeated by a third party. From here on this end follows the client's decision.
   */
  private void proved(Pair pair, byte[] proof) {
    PairingEnd end = pair.registered().get();
    if (pair.isInstalled() || pair.ownRefusal() != null) {
      return;
    }
    if (!key.holds(proof, COMMITS, pair.clientEnds(), pair.nonce(), pair.answer())) {
      refuseLate(pair, RdmaReasons.WRONG_KEY);
    } else if (end == null || !pair.install(end)) {
      refuseLate(pair, Reason.NOT_FREE);
    } else {
      pair.transport().connection().greet();
    }
  }

  /** Makes the pair's transport; null, or the reason why it cannot. */
  private Reason begin(Pair pair) {
    PairingEnd end = pair.registered().get();
    if (end == null || !end.isFree()) {
      return Reason.NOT_FREE;
    }
    try {
      return pair.begin(reactor, end) ? null : Reason.NOT_FREE;
    } catch (IOException e) {
      if (!VerbsException.isLack(e)) {
        Log.debug("no RDMA: " + Log.describe(e));
        failures.notRegistered(pair.registered().ends(), pair.begun(), System.nanoTime());
        return RdmaReasons.DEVICE_FAILED;
      }
      // Most likely the limit of locked memory, which other users in this process count against,
      // too.
      lacking(RdmaReasons.NO_PINNED_MEMORY, pair.begun(), e);
      return RdmaReasons.NO_PINNED_MEMORY;
    }
  }

  /** Something may have come for a pair that is not committed yet: acts on it. */
  void looked(Pair pair) {
    RdmaConnection connection = pair.transport().connection();
    String refusal = connection.handshake().refusal();
    if (refusal != null) {
      Reason reason = Reason.ofPeer(refusal);
      if (!reason.equals(Reason.NOT_FREE)) {
        refuse(pair, reason);
      }
      drop(pair, reason);
      return;
    }
    if (connection.isBroken()) {
      refuse(pair, RdmaReasons.NO_ROUTE); // else each connection would get as far
      drop(pair, RdmaReasons.NO_ROUTE);
      return;
    }
    if (!pair.isConnector()) {
      byte[] proof = connection.handshake().takeProof();
      if (proof != null) {
        proved(pair, proof);
      }
      return;
    }
    if (!connection.handshake().takeGreeted()) {
      return;
    }
    PairingEnd end = pair.registered().get();
    if (end == null || !pair.install(end) || !connection.commit()) {
      drop(pair, Reason.NOT_FREE);
      return;
    }
    pair.committed();
    refusals.forget(remote(pair.registered()));
    failures.committed(pair.registered().ends());
  }

  /** For tests. */
  Refusals refusals() {
    return refusals;
  }

  /** The devices and peers that fail again and again. */
  Failures failures() {
    return failures;
  }

  /** An acceptor's end is committed, so this host lacks nothing. */
  void committed(Pair pair) {
    pair.committed();
    refusals.forgetLack();
    failures.committed(pair.registered().ends());
  }

  /** This end's request was refused: by JFS, or by a host where no process listens at that port. */
  void refused(Pair pair, byte[] data) {
    String code = Greeting.refusalOf(data);
    Reason reason = code == null ? Reason.NO_PEER : Reason.ofPeer(code);
    RdmaEndpoint registered = pair.registered();
    answered(pair);
    drop(pair, reason);
    if (reason.equals(Reason.NO_PEER) && registered.attempts < RETRY_MILLIS.length) {
      // TCP connects before the peer's program accepts, which is when its JVM learns of it.
      reactor.after(RETRY_MILLIS[registered.attempts++], () -> connect(registered));
    } else if (!reason.equals(Reason.NOT_FREE)) { // which concerns this connection alone
      refuse(pair, reason);
    }
  }

  /** The request failed, with an errno value of the connection manager or of a call. */
  void failed(Pair pair, int error) {
    Reason reason;
    if (VerbsException.isLack(error)) {
      reason = RdmaReasons.NO_QUEUE_PAIR;
      lacking(reason, pair.begun(), new VerbsException("connection", error));
    } else if (error == Errno.ECONNABORTED) {
      reason = Reason.NO_PEER; // it was there, and has gone
      refuse(pair, reason);
    } else {
      reason = RdmaReasons.NO_ROUTE;
      if (pair.isConnector()) {
        boolean byDevice = VerbsException.isOfDevice(error);
        reason = unreachable(pair.registered(), pair.begun(), byDevice, Errno.name(error));
      }
    }
    drop(pair, reason);
  }

  private void refuse(Pair pair, Reason reason) {
    if (pair.isConnector()) {
      refusals.refused(remote(pair.registered()), reason, pair.begun(), System.nanoTime());
    }
  }

  /**
   * The deadline has passed without an answer: the peer's process may hang while others on its host
   * work.
   */
  void late(Pair pair) {
    Reason reason = pair.transport() == null ? RdmaReasons.NO_ROUTE : Reason.NO_PEER;
    if (pair.isRequesting()) {
      unanswered(pair.registered(), pair.begun(), System.nanoTime());
    } else {
      refuse(pair, reason);
    }
    drop(pair, reason);
  }

  private void unanswered(RdmaEndpoint registered, long asked, long now) {
    if (requests.hasAnswered(registered)) {
      refusals.refused(remote(registered), RdmaReasons.NO_ROUTE, asked, now);
    } else {
      // Its host has never answered either: packets are lost on the route.
      unreachable(registered, RdmaReasons.NO_ROUTE, asked, now, "no answer");
    }
    // After the lines above, and before drop() lets another ask: from here on one at a time.
    requests.unanswered(registered, now);
  }

  /** Gives up a pair that is not committed: the connection stays on TCP. */
  void drop(Pair pair, Reason peers) {
    Reason reason = pair.ownRefusal() != null ? pair.ownRefusal() : peers;
    RdmaEndpoint registered = pair.registered();
    PairingEnd end = registered.get();
    if (pair.transport() != null && !pair.abandon()) {
      return; // it is committed: it ends in another way
    }
    ended(pair);
    if (registered.pair == pair) {
      registered.pair = null;
    }
    if (end != null) {
      if (pair.isInstalled()) {
        end.uninstall(pair.transport(), reason);
      } else {
        end.explain(reason);
      }
    }
    reactor.remove(pair);
  }
}
