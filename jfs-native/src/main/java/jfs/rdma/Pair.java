package jfs.rdma;

import java.io.IOException;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import jfs.core.config.Log;
import jfs.core.host.HostServices;
import jfs.core.runtime.Cleaning;
import jfs.core.transport.FourTuple;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;
import jfs.rdma.verbs.Event;
import jfs.rdma.verbs.MessageRoom;
import jfs.rdma.verbs.PinnedMemory;
import jfs.rdma.verbs.QueuePair;
import jfs.rdma.verbs.VerbsEndpoint;

/**
 * An RDMA connection from its first request to its end. For the reactor's thread only, but for the
 * methods of {@link RdmaConnection.Greeted}.
 */
final class Pair implements RdmaConnection.Greeted {

  /**
   * The next in the list of all pairs, or of those that are to be destroyed; it and the two below
   * belong to {@link PairTable}.
   */
  Pair next;

  Pair previous;
  Pair nextInBucket;

  /** In the list of {@link Unarmed}, as the two below. */
  Pair nextUnarmed;

  Pair previousUnarmed;
  boolean isUnarmed;

  private final long token;
  private final RdmaEndpoint registered;
  private final boolean connector;
  private final byte[] nonce;

  /** The acceptor's random number, if this end is the acceptor. */
  private byte[] answer;

  private final VerbsEndpoint endpoint;

  /** Reserved before this end asks or accepts; null once given back. */
  private PinnedMemory.Share share;

  /** This end's request is under way. */
  private boolean requesting;

  private RdmaTransport transport;
  private Cleaner.Cleanable cleanable;
  private boolean installed;
  private boolean draining;

  /** When it is given up unless it is committed or drained by then; {@link System#nanoTime}. */
  private long deadline;

  /** The peer's HELLO, PROOF and REFUSE that the pairing has not looked at yet. */
  private boolean greeted;

  private byte[] proof;
  private String refusal;

  /** Why this end refuses to go on, or null. */
  private Reason ownRefusal;

  private final long begun = System.nanoTime();

  /** When it was committed, if it is; and whether it has yet to show that it works. */
  private long committedAt;

  private boolean onTrial;

  /** The event that could not be handled when it came, or null. */
  private Event.Kind owed;

  private boolean destroyed;

  Pair(
      long token,
      RdmaEndpoint registered,
      boolean connector,
      byte[] nonce,
      VerbsEndpoint endpoint,
      PinnedMemory.Share share) {
    this.share = share;
    requesting = connector;
    this.token = token;
    this.registered = registered;
    this.connector = connector;
    this.nonce = nonce;
    this.endpoint = endpoint;
  }

  long token() {
    return token;
  }

  RdmaEndpoint registered() {
    return registered;
  }

  boolean isConnector() {
    return connector;
  }

  /** The client's random number. */
  byte[] nonce() {
    return nonce;
  }

  /** The acceptor's random number; this end is the acceptor. */
  byte[] answer() {
    return answer;
  }

  void answer(byte[] newAnswer) {
    answer = newAnswer;
  }

  VerbsEndpoint endpoint() {
    return endpoint;
  }

  /** The addresses as the client sees them. */
  FourTuple clientEnds() {
    return connector ? registered.ends() : registered.ends().mirrored();
  }

  /** Null until the endpoint is connected and has its memory. */
  RdmaTransport transport() {
    return transport;
  }

  /**
   * Makes its transport, on an endpoint that is connected.
   *
   * @return false if the program has closed its socket meanwhile
   */
  boolean begin(Reactor reactor, PairingEnd end) throws IOException {
    Doorbell doorbell = new Doorbell(HostServices.installed(), end.descriptor());
    if (!doorbell.isThere()) {
      return false;
    }
    VerbsEndpoint.Region ring = endpoint.register(share.receiving(), true);
    VerbsEndpoint.Region staging = endpoint.register(share.sending(), false);
    RdmaConnection connection =
        new RdmaConnection(
            endpoint, ring, staging, doorbell, end.anchor(), reactor.spillMemory(), this);
    transport = new RdmaTransport(reactor, this, connection, end);
    return true;
  }

  /** Installs the transport in the TCP connection, which then expects a switch. */
  boolean install(PairingEnd end) {
    if (!end.isFree() || !end.install(transport)) {
      return false;
    }
    installed = true;
    cleanable = Cleaning.register(end, transport::abandoned);
    return true;
  }

  /**
   * Aborts it, unless it is committed: the application's threads never use it.
   *
   * @return false if it is committed
   */
  boolean abandon() {
    return transport == null || transport.abandon();
  }

  boolean isInstalled() {
    return installed;
  }

  boolean isDraining() {
    return draining;
  }

  /** The application has left it: it ends when all that it sent has arrived, or at the deadline. */
  void drain() {
    if (cleanable != null) {
      cleanable.clean();
    }
    draining = true;
  }

  /** Whether its request is under way. */
  boolean isRequesting() {
    return requesting;
  }

  /** Ends its request; returns whether it was under way until now. */
  boolean endRequest() {
    boolean was = requesting;
    requesting = false;
    return was;
  }

  /** When it was begun; {@link System#nanoTime}. */
  long begun() {
    return begun;
  }

  /** It is committed from now on, and on trial, since it may break at once. */
  void committed() {
    committedAt = System.nanoTime();
    onTrial = true;
  }

  /** When it was committed; {@link System#nanoTime}. */
  long committedAt() {
    return committedAt;
  }

  boolean isOnTrial() {
    return onTrial;
  }

  void judged() {
    onTrial = false;
  }

  long deadline() {
    return deadline;
  }

  void deadline(long nanoTime) {
    deadline = nanoTime;
  }

  /** Tells the peer, which is not committed yet, why there will be no pair. */
  void refuse(Reason reason) {
    ownRefusal = reason;
    ByteBuffer message = MessageRoom.of(1);
    Message.putRefusal(message, reason.code());
    try {
      endpoint.send(message);
    } catch (IOException e) {
      Log.debug("not told: " + Log.describe(e));
    }
  }

  @Override
  public void hello() {
    greeted = true;
    if (connector) {
      return;
    }
    if (installed) {
      // Only a client that has committed sends HELLO.
      transport.commit();
      committed();
    } else {
      transport.connection().queuePair().condemn("HELLO without a proof");
    }
  }

  @Override
  public void proved(byte[] newProof) {
    proof = newProof;
  }

  /** The proof that the client has sent, once; null if none has come since the last call. */
  byte[] takeProof() {
    byte[] taken = proof;
    proof = null;
    return taken;
  }

  /** Sends this client's proof; the acceptor sends nothing before it. */
  void prove(byte[] own) {
    ByteBuffer message = MessageRoom.of(1);
    Message.putProof(message, own);
    QueuePair queuePair = transport.connection().queuePair();
    synchronized (queuePair) {
      if (queuePair.mayTell()) {
        queuePair.send(message);
      }
    }
  }

  @Override
  public void refused(String code) {
    refusal = code;
  }

  /**
   * A committed pair's directions that are still on TCP end, too. A pair that is not committed
   * leaves the connection to TCP.
   */
  @Override
  public void reset() {
    if (transport.hasCommitted()) {
      transport.connection().doorbell().hangUp();
    }
  }

  @Override
  public void tcpFailed(String words) {
    transport.tcpFailed(words);
  }

  /** Whether the peer's HELLO has come since the last call. */
  boolean wasGreeted() {
    boolean was = greeted;
    greeted = false;
    return was;
  }

  /** Why the peer refuses to go on, or null. */
  String refusal() {
    return refusal;
  }

  /** Why this end has refused to go on, or null. */
  Reason ownRefusal() {
    return ownRefusal;
  }

  /** Notes an event that could not be handled; of several, the one that says most. */
  void owe(Event.Kind what) {
    if (owed == null || owed.compareTo(what) < 0) {
      owed = what;
    }
  }

  Event.Kind owed() {
    return owed;
  }

  void owesNothing() {
    owed = null;
  }

  /** Destroys it and gives its memory back: no thread of the application is inside. */
  void destroy(PinnedMemory memory) {
    if (transport == null) {
      if (!destroyed) {
        destroyed = true;
        endpoint.disconnect();
        endpoint.destroy();
      }
    } else {
      QueuePair queuePair = transport.connection().queuePair();
      synchronized (queuePair) {
        queuePair.disconnect();
        queuePair.destroy();
        transport.connection().inflow().discard();
      }
    }
    if (share != null) {
      PinnedMemory.Share own = share;
      share = null;
      memory.giveBack(own);
    }
  }
}
