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

/**
 * How the two ends of a TCP connection come to share an RDMA connection; {@code
 * docs/protocol-rdma.md} has the steps. All of it on the reactor's thread.
 *
 * <p>What proves that the two hold one TCP connection: who accepts has it open when it accepts, and
 * who asked has had it open since before it asked, and has it still when it binds both.
 */
final class Pairing {

  /** The connection manager sends what got lost again after 4 s, and may have to more than once. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

  /** To open its first device takes the peer's JVM a while. */
  private static final int[] RETRY_MILLIS = {1, 4, 16, 64, 256, 1024, 4096};

  private static final long REFUSING_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** What a client proves itself as when it has the acceptor's random number. */
  private static final String BINDS = "binds";

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

  /** Asks for the other end of a connection. */
  void connect(Entry entry) {
    PairingEnd end = entry.get();
    entry.asking = true;
    if (end == null || entry.pair != null || entry.isWithdrawn() || reactor.exit().hasBegun()) {
      return;
    }
    InetSocketAddress remote = remote(entry);
    Reason refused = refusal(end, remote);
    if (refused != null) {
      end.explain(refused);
      return;
    }
    switch (requests.begin(entry, System.nanoTime())) {
      case NOW -> ask(entry, end, remote);
      case NEVER -> end.explain(Reason.UNPAIRED); // it asks again when it has lived twice as long
      case LATER -> askNext(); // it may wait for one whose turn nobody has called
    }
  }

  private void ask(Entry entry, PairingEnd end, InetSocketAddress remote) {
    boolean asked = false;
    PinnedMemory.Share share = null;
    try {
      share = memory.take();
      if (share == null) {
        end.explain(RdmaReasons.NO_PINNED_MEMORY);
      } else {
        asked = ask(entry, end, remote, share);
      }
    } finally {
      if (!asked) {
        requests.end(entry);
        if (share != null) {
          memory.giveBack(share);
        }
      }
    }
  }

  private boolean ask(
      Entry entry, PairingEnd end, InetSocketAddress remote, PinnedMemory.Share share) {
    byte[] nonce = nonce();
    FourTuple ends = entry.ends();
    Greeting greeting = Greeting.ours(ends.localPort(), nonce, key.proof("asks", ends, nonce));
    long token = reactor.newToken();
    long begun = System.nanoTime();
    try {
      Endpoint endpoint = verbs.connect(ends.localAddress(), remote, greeting.bytes(), token);
      enter(token, entry, true, nonce, endpoint, share);
      return true;
    } catch (IOException e) {
      if (VerbsException.isLack(e)) {
        lacking(RdmaReasons.NO_QUEUE_PAIR, begun, e);
        end.explain(RdmaReasons.NO_QUEUE_PAIR);
      } else {
        unreachable(entry, begun, VerbsException.isOfDevice(e), Log.describe(e));
      }
      return false;
    }
  }

  /** A connection could not be made; perhaps for want of what any other would need as well. */
  private void lacking(Reason reason, long asked, IOException e) {
    Log.debug("no RDMA for now: " + Log.describe(e));
    if (VerbsException.isLack(e)) {
      refusals.lacking(reason, asked, System.nanoTime());
    }
  }

  /** The connection is over before it was known whether there is a transport for it. */
  void withdrawn(Entry entry) {
    withdrawn(entry, System.nanoTime());
  }

  /** The same at this time, which a test may choose. */
  void withdrawn(Entry entry, long now) {
    entry.asking = false;
    requests.forget(entry);
    Pair pair = entry.pair;
    if (pair != null && pair.isConnector()) {
      if (pair.isRequesting()) {
        withdrawnUnanswered(pair, now);
      }
      drop(pair, Reason.NOT_FREE); // which does nothing if it is bound
      askNext();
    }
  }

  /**
   * One request that ends early says nothing of its peer, but many that nobody answers do: else
   * short connections would ask in vain for ever.
   */
  private void withdrawnUnanswered(Pair pair, long now) {
    long silence = requests.withdrawn(pair.entry(), pair.begun(), now);
    if (silence >= PATIENCE_NANOS) {
      unanswered(pair.entry(), now - silence, now);
    }
  }

  private void answered(Pair pair) {
    if (pair.isRequesting()) {
      requests.answered(pair.entry(), System.nanoTime());
      failures.opened(pair.entry().ends());
    }
    ended(pair);
  }

  private void ended(Pair pair) {
    if (pair.endRequest()) {
      requests.end(pair.entry());
      reactor.execute(askNext);
    }
  }

  private void askNext() {
    for (Entry entry = requests.next(); entry != null; entry = requests.next()) {
      connect(entry);
    }
  }

  private Reason refusal(PairingEnd end, InetSocketAddress remote) {
    if (!end.isFree()) {
      return end.obstacle();
    }
    if (reactor.spillBudget().isTight()) {
      return Reason.NO_MEMORY; // those that there are may need the rest
    }
    long now = System.nanoTime();
    Reason reason = reactor.refusalNow(end.ends().localAddress());
    reason = reason != null ? reason : refusals.of(remote, now);
    reason = reason != null ? reason : failures.ofDevice(end.ends(), now);
    return reason != null ? reason : failures.ofPeer(remote, now);
  }

  private void enter(
      long token,
      Entry entry,
      boolean connector,
      byte[] nonce,
      Endpoint endpoint,
      PinnedMemory.Share share) {
    boolean entered = false;
    try {
      Pair pair = new Pair(token, entry, connector, nonce, endpoint, share);
      pair.deadline(pair.begun() + PATIENCE_NANOS);
      reactor.add(pair);
      entry.pair = pair;
      entered = true;
    } finally {
      if (!entered) {
        endpoint.destroy();
      }
    }
  }

  private static InetSocketAddress remote(Entry entry) {
    return new InetSocketAddress(entry.ends().remoteAddress(), entry.ends().remotePort());
  }

  private byte[] nonce() {
    byte[] nonce = new byte[Greeting.NONCE];
    random.nextBytes(nonce);
    return nonce;
  }

  /** Notes that there is no way to a peer, or that the device has found none, and returns why. */
  private Reason unreachable(Entry entry, long begun, boolean byDevice, String why) {
    long now = System.nanoTime();
    Reason reason = byDevice ? RdmaReasons.DEVICE_FAILED : RdmaReasons.NO_ROUTE;
    if (byDevice) {
      failures.notOpened(entry.ends(), begun, now);
    }
    unreachable(entry, reason, begun, now, why);
    return reason;
  }

  private void unreachable(Entry entry, Reason reason, long begun, long now, String why) {
    InetAddress remote = entry.ends().remoteAddress();
    Log.debug("no RDMA to " + remote + ": " + why);
    refusals.unreachable(remote, reason, begun, now);
    explain(entry, reason);
  }

  private static void explain(Entry entry, Reason reason) {
    PairingEnd end = entry.get();
    if (end != null) {
      end.explain(reason);
    }
  }

  /** Somebody asks for an end of ours, at a port where we have accepted connections. */
  void requested(int port, Event event) {
    Greeting greeting = Greeting.of(event.data());
    Entry entry = null;
    Reason refusal = Reason.INCOMPATIBLE;
    if (greeting != null && greeting.isCompatible()) {
      FourTuple ends = new FourTuple(event.local(), port, event.remote(), greeting.clientPort());
      entry = reactor.books().find(ends);
      refusal = refusal(entry, greeting);
    }
    PinnedMemory.Share share = null;
    if (refusal == null) {
      share = memory.take();
      if (share == null) {
        refusal = RdmaReasons.NO_PINNED_MEMORY;
        explain(entry, refusal);
      }
    }
    if (refusal != null) {
      event.request().refuse(Greeting.refusal(refusal.code()));
      return;
    }
    accept(event, entry, greeting, share);
  }

  private void accept(Event event, Entry entry, Greeting greeting, PinnedMemory.Share share) {
    boolean entered = false;
    long begun = System.nanoTime();
    byte[] nonce = nonce();
    FourTuple theirs = entry.ends().mirrored();
    byte[] proof = key.proof("answers", theirs, greeting.nonce(), nonce);
    long token = reactor.newToken();
    try {
      byte[] answer = Greeting.ours(greeting.clientPort(), nonce, proof).bytes();
      Endpoint endpoint = event.request().accept(answer, token);
      enter(token, entry, false, greeting.nonce(), endpoint, share);
      entered = true;
      failures.opened(entry.ends());
      entry.pair.answer(nonce);
    } catch (IOException e) {
      Reason reason = notAccepted(entry, begun, e);
      explain(entry, reason);
      event.request().refuse(Greeting.refusal(reason.code()));
    } finally {
      if (!entered) {
        memory.giveBack(share);
      }
    }
  }

  private Reason notAccepted(Entry entry, long begun, IOException e) {
    if (VerbsException.isOfDevice(e)) {
      Log.debug("no RDMA: " + Log.describe(e));
      failures.notOpened(entry.ends(), begun, System.nanoTime());
      return RdmaReasons.DEVICE_FAILED;
    }
    // Else it is this request's own affair, as where the client has gone: it may ask again.
    Reason reason = VerbsException.isLack(e) ? RdmaReasons.NO_QUEUE_PAIR : Reason.NO_PEER;
    lacking(reason, begun, e);
    return reason;
  }

  private Reason refusal(Entry entry, Greeting greeting) {
    PairingEnd end = entry == null ? null : entry.get();
    if (end == null || end.isConnector()) {
      return Reason.NO_PEER;
    }
    if (!key.holds(greeting.proof(), "asks", entry.ends().mirrored(), greeting.nonce())) {
      end.explain(RdmaReasons.WRONG_KEY);
      return RdmaReasons.WRONG_KEY;
    }
    if (entry.pair != null || !end.isFree() || reactor.exit().hasBegun()) {
      return Reason.NOT_FREE;
    }
    long now = System.nanoTime();
    Reason lack = reactor.spillBudget().isTight() ? Reason.NO_MEMORY : refusals.lack(now);
    lack = lack != null ? lack : failures.ofDevice(entry.ends(), now);
    if (lack != null) {
      end.explain(lack);
    }
    return lack;
  }

  /** Our request was accepted. */
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
        pair.prove(key.proof(BINDS, pair.clientEnds(), pair.nonce(), greeting.nonce()));
        reactor.upkeep().watch(pair);
      }
    }
  }

  /** Our acceptance has arrived; what comes next is the peer's proof. */
  void established(Pair pair) {
    Reason refusal = begin(pair);
    if (refusal == null) {
      reactor.upkeep().watch(pair);
    } else {
      refuseLate(pair, refusal);
    }
  }

  private void refuseLate(Pair pair, Reason refusal) {
    explain(pair.entry(), refusal);
    pair.abandon();
    pair.refuse(refusal);
    pair.deadline(System.nanoTime() + REFUSING_NANOS);
  }

  /**
   * The peer has sent a proof over this end's random number: its request was none that somebody has
   * heard and repeats. From here on this end follows whatever the peer decides.
   */
  private void proved(Pair pair, byte[] proof) {
    PairingEnd end = pair.entry().get();
    if (pair.isInstalled() || pair.ownRefusal() != null) {
      return;
    }
    if (!key.holds(proof, BINDS, pair.clientEnds(), pair.nonce(), pair.answer())) {
      refuseLate(pair, RdmaReasons.WRONG_KEY);
    } else if (end == null || !pair.install(end)) {
      refuseLate(pair, Reason.NOT_FREE);
    } else {
      synchronized (pair.transport().talk().wire()) {
        pair.transport().talk().teller().hello();
      }
    }
  }

  /** Gets the means; null, or what is missing. */
  private Reason begin(Pair pair) {
    PairingEnd end = pair.entry().get();
    if (end == null || !end.isFree()) {
      return Reason.NOT_FREE;
    }
    try {
      return pair.begin(reactor, end) ? null : Reason.NOT_FREE;
    } catch (IOException e) {
      if (!VerbsException.isLack(e)) {
        Log.debug("no RDMA: " + Log.describe(e));
        failures.notRegistered(pair.entry().ends(), pair.begun(), System.nanoTime());
        return RdmaReasons.DEVICE_FAILED;
      }
      // The limit of locked memory, most likely, which others of this process count against, too.
      lacking(RdmaReasons.NO_PINNED_MEMORY, pair.begun(), e);
      return RdmaReasons.NO_PINNED_MEMORY;
    }
  }

  /** Something has come, or may have: what that means for a connection that is not bound yet. */
  void looked(Pair pair) {
    if (pair.refusal() != null) {
      Reason reason = Reason.ofPeer(pair.refusal());
      if (!reason.equals(Reason.NOT_FREE)) {
        refuse(pair, reason);
      }
      drop(pair, reason);
      return;
    }
    if (pair.transport().talk().wire().isBroken()) {
      refuse(pair, RdmaReasons.NO_ROUTE); // else each connection would come as far as this
      drop(pair, RdmaReasons.NO_ROUTE);
      return;
    }
    if (!pair.isConnector()) {
      byte[] proof = pair.takeProof();
      if (proof != null) {
        proved(pair, proof);
      }
      return;
    }
    if (!pair.wasGreeted()) {
      return;
    }
    PairingEnd end = pair.entry().get();
    if (end == null || !pair.install(end) || !bind(pair.transport())) {
      drop(pair, Reason.NOT_FREE);
      return;
    }
    pair.bound();
    refusals.forget(remote(pair.entry()));
    failures.bound(pair.entry().ends());
  }

  /** For tests. */
  Refusals refusals() {
    return refusals;
  }

  /** What fails again and again. */
  Failures failures() {
    return failures;
  }

  /** An end that accepted is bound, so this host lacks nothing. */
  void bound(Pair pair) {
    refusals.forgetLack();
    failures.bound(pair.entry().ends());
  }

  /** Binds both, and says so before anything else can be said; not by a wire that has broken. */
  private static boolean bind(RdmaTransport transport) {
    synchronized (transport.talk().wire()) {
      boolean bound = !transport.talk().wire().isBroken() && transport.bind();
      if (bound) {
        transport.talk().teller().hello();
      }
      return bound;
    }
  }

  /** Our request was refused: by a JFS, or by a host where nobody listens. */
  void refused(Pair pair, byte[] data) {
    String code = Greeting.refusalOf(data);
    Reason reason = code == null ? Reason.NO_PEER : Reason.ofPeer(code);
    Entry entry = pair.entry();
    answered(pair);
    drop(pair, reason);
    if (reason.equals(Reason.NO_PEER) && entry.attempts < RETRY_MILLIS.length) {
      // TCP connects before the program accepts, which is when its JVM first knows of it.
      reactor.after(RETRY_MILLIS[entry.attempts++], () -> connect(entry));
    } else if (!reason.equals(Reason.NOT_FREE)) { // that is this connection's own affair
      refuse(pair, reason);
    }
  }

  /** It could not be connected, by an errno of the connection manager's or of a call. */
  void failed(Pair pair, int error) {
    Reason reason;
    if (VerbsException.isLack(error)) {
      reason = RdmaReasons.NO_QUEUE_PAIR;
      lacking(reason, pair.begun(), new VerbsException("connection", error));
    } else if (error == Errno.ECONNABORTED) {
      reason = Reason.NO_PEER; // it was there, and went
      refuse(pair, reason);
    } else {
      reason = RdmaReasons.NO_ROUTE;
      if (pair.isConnector()) {
        boolean byDevice = VerbsException.isOfDevice(error);
        reason = unreachable(pair.entry(), pair.begun(), byDevice, Errno.name(error));
      }
    }
    drop(pair, reason);
  }

  private void refuse(Pair pair, Reason reason) {
    if (pair.isConnector()) {
      refusals.refused(remote(pair.entry()), reason, pair.begun(), System.nanoTime());
    }
  }

  /** Nothing was heard for too long: the process may hang, and others of its host need not. */
  void late(Pair pair) {
    Reason reason = pair.transport() == null ? RdmaReasons.NO_ROUTE : Reason.NO_PEER;
    if (pair.isRequesting()) {
      unanswered(pair.entry(), pair.begun(), System.nanoTime());
    } else {
      refuse(pair, reason);
    }
    drop(pair, reason);
  }

  private void unanswered(Entry entry, long asked, long now) {
    if (requests.hasAnswered(entry)) {
      refusals.refused(remote(entry), RdmaReasons.NO_ROUTE, asked, now);
    } else {
      // Nor has its host ever answered: packets vanish on the way there.
      unreachable(entry, RdmaReasons.NO_ROUTE, asked, now, "no answer");
    }
    // Only now, and before another asks in its place: one at a time from here on.
    requests.unanswered(entry, now);
  }

  /** Gives up what is not bound: the connection stays on TCP. */
  void drop(Pair pair, Reason peers) {
    Reason reason = pair.ownRefusal() != null ? pair.ownRefusal() : peers;
    Entry entry = pair.entry();
    PairingEnd end = entry.get();
    if (pair.transport() != null && !pair.abandon()) {
      return; // bound meanwhile; it ends another way
    }
    ended(pair);
    if (entry.pair == pair) {
      entry.pair = null;
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
