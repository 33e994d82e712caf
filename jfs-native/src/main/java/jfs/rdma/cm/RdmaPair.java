package jfs.rdma.cm;

import java.io.IOException;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import jfs.core.config.Log;
import jfs.core.runtime.Cleaning;
import jfs.core.transport.FourTuple;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;
import jfs.core.transport.TransportFailure;
import jfs.rdma.stream.Message;
import jfs.rdma.stream.RdmaTransport;
import jfs.rdma.stream.SpillMemory;
import jfs.rdma.verbs.Event;
import jfs.rdma.verbs.PinnedMemory;
import jfs.rdma.verbs.VerbsEndpoint;

/**
 * An RDMA connection from its first request to its end. For the reactor's thread only, but for
 * {@link #released}.
 */
final class RdmaPair implements RdmaTransport.Owner {

  /** The connection manager sends lost packets again after 4 s, and may have to more than once. */
  static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

  /**
   * The next in the list of all pairs, or of those that are to be destroyed; it and the two below
   * belong to {@link PairTable}.
   */
  RdmaPair next;

  RdmaPair previous;
  RdmaPair nextInBucket;

  /** The next in the list of {@link Released}. */
  RdmaPair nextReleased;

  /** In the list of {@link Unarmed}, as the two below. */
  RdmaPair nextUnarmed;

  RdmaPair previousUnarmed;
  boolean isUnarmed;

  private final long token;
  private final RdmaEndpoint registered;
  private final byte[] nonce;

  /** The acceptor's random number; null before this end knows it. */
  private byte[] answer;

  /** The number of the peer's queue pair, once it is known. */
  private int peerNumber;

  private final VerbsEndpoint endpoint;
  private final Consumer<RdmaPair> released;

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

  /** Why this end refuses to go on, or null. */
  private Reason ownRefusal;

  private final long begun = System.nanoTime();

  /** When it was committed, if it is; and whether it has yet to show that it works. */
  private long committedAt;

  private boolean onTrial;
  private boolean failed;

  /** The event that could not be handled when it came, or null. */
  private Event.Kind owed;

  private boolean destroyed;

  /**
   * Of a request that was sent or accepted; it has {@link #PATIENCE_NANOS} to be committed.
   *
   * @param nonce the client's random number
   * @param share the memory for its rings, which {@link #destroy} gives back
   * @param released gets the pair when the program has left it, on any thread
   */
  RdmaPair(
      long token,
      RdmaEndpoint registered,
      byte[] nonce,
      VerbsEndpoint endpoint,
      PinnedMemory.Share share,
      Consumer<RdmaPair> released) {
    this.share = share;
    this.released = released;
    requesting = registered.isConnector();
    deadline = begun + PATIENCE_NANOS;
    this.token = token;
    this.registered = registered;
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
    return registered.isConnector();
  }

  /** The client's random number. */
  byte[] nonce() {
    return nonce;
  }

  /**
   * The acceptor's random number and the number of the peer's queue pair are known: from now on
   * this end can {@linkplain #prove prove} that it holds the key.
   */
  void answered(byte[] newAnswer, int newPeerNumber) {
    answer = newAnswer;
    peerNumber = newPeerNumber;
  }

  /** This end's proof, in a role, over all that both know. */
  byte[] prove(ClusterKey key, String role) {
    return key.proof(role, clientEnds(), nonce, answer, queuePairs());
  }

  /** Whether the peer's proof is right. */
  boolean holds(ClusterKey key, byte[] proof, String role) {
    return key.holds(proof, role, clientEnds(), nonce, answer, queuePairs());
  }

  /** The numbers of both queue pairs, the client's first. */
  private byte[] queuePairs() {
    int own = endpoint.number();
    return ByteBuffer.allocate(2 * Integer.BYTES)
        .putInt(isConnector() ? own : peerNumber)
        .putInt(isConnector() ? peerNumber : own)
        .array();
  }

  VerbsEndpoint endpoint() {
    return endpoint;
  }

  /** The addresses as the client sees them. */
  FourTuple clientEnds() {
    return isConnector() ? registered.ends() : registered.ends().mirrored();
  }

  /** Null until the endpoint is connected and has its memory. */
  RdmaTransport transport() {
    return transport;
  }

  /**
   * Makes its transport, on an endpoint that is connected.
   *
   * @param elsewhere the memory for bytes that no thread reads
   * @return false if the program has closed its socket meanwhile
   */
  boolean begin(SpillMemory elsewhere, PairingEnd end) throws IOException {
    transport = RdmaTransport.on(endpoint, share, elsewhere, end, this);
    return transport != null;
  }

  /** Installs the transport in the TCP connection, which then expects a switch. */
  boolean install(PairingEnd end) {
    if (!end.isFree() || !end.install(transport)) {
      return false;
    }
    installed = true;
    transport.connection().installed();
    cleanable = Cleaning.register(end, transport::abandoned);
    return true;
  }

  /**
   * Aborts it, unless it is committed: the application's threads never use it.
   *
   * @return false if it is committed
   */
  boolean abandon() {
    return transport == null || transport.connection().abandon();
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

  /** Notes that it has failed its connection; tells of that once, by the cause found first. */
  void failed(TransportFailure cause) {
    if (!failed) {
      failed = true;
      registered.failed(cause);
    }
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
    try {
      endpoint.send(Message.ofRefusal(reason.code()));
    } catch (IOException e) {
      Log.debug("not told", e);
    }
  }

  @Override
  public void released() {
    released.accept(this);
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
        endpoint.disconnect();
        endpoint.destroy();
        destroyed = true; // only now: if one of them throws for lack of heap, this is called again
      }
    } else {
      transport.connection().destroy();
    }
    if (share != null) {
      PinnedMemory.Share own = share;
      share = null;
      memory.giveBack(own);
    }
  }
}
