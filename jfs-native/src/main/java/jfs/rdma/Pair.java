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

/**
 * An RDMA connection from its first request to its end, as the reactor's thread sees it, whose own
 * it is.
 */
final class Pair implements Conversation.Greeted {

  /** In the table of all, as the two below, or in the list of those that are to be destroyed. */
  Pair next;

  Pair previous;
  Pair nextInBucket;

  /** In the list of those that are unarmed. */
  Pair nextUnarmed;

  Pair previousUnarmed;
  boolean isUnarmed;

  private final long token;
  private final Entry entry;
  private final boolean connector;
  private final byte[] nonce;

  /** The random number of who accepted, as long as it is this end. */
  private byte[] answer;

  private final Endpoint endpoint;

  /** Reserved before anybody was asked, or accepted; null when given back. */
  private PinnedMemory.Share share;

  /** Its request is under way. */
  private boolean requesting;

  private RdmaTransport transport;
  private Cleaner.Cleanable cleanable;
  private boolean installed;
  private boolean draining;

  /** When it is given up unless it is bound, or drained, by then; {@link System#nanoTime}. */
  private long deadline;

  /** What the peer has said that was not looked at yet. */
  private boolean greeted;

  private byte[] proof;
  private String refusal;

  /** Why this end refuses to go on, or null. */
  private Reason ownRefusal;

  private final long begun = System.nanoTime();

  /** When it was bound, if it is; and whether it is still to show that it works. */
  private long boundAt;

  private boolean onTrial;

  /** What could not be done for it when it was time, or null. */
  private Event.Kind owed;

  private boolean destroyed;

  Pair(
      long token,
      Entry entry,
      boolean connector,
      byte[] nonce,
      Endpoint endpoint,
      PinnedMemory.Share share) {
    this.share = share;
    requesting = connector;
    this.token = token;
    this.entry = entry;
    this.connector = connector;
    this.nonce = nonce;
    this.endpoint = endpoint;
  }

  long token() {
    return token;
  }

  Entry entry() {
    return entry;
  }

  boolean isConnector() {
    return connector;
  }

  /** The random number of who connected. */
  byte[] nonce() {
    return nonce;
  }

  /** The random number of who accepted, which is this end. */
  byte[] answer() {
    return answer;
  }

  void answer(byte[] newAnswer) {
    answer = newAnswer;
  }

  Endpoint endpoint() {
    return endpoint;
  }

  /** The addresses as who connected sees them. */
  FourTuple clientEnds() {
    return connector ? entry.ends() : entry.ends().mirrored();
  }

  /** Null until the endpoint is there and has its memory. */
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
    Endpoint.Region ring = endpoint.register(share.receiving(), true);
    Endpoint.Region staging = endpoint.register(share.sending(), false);
    Conversation talk =
        new Conversation(endpoint, ring, staging, doorbell, reactor.spillMemory(), this);
    transport = new RdmaTransport(reactor, this, talk, end);
    return true;
  }

  /**
   * Has the connection reckon with a switch. A reader may be blocked on TCP that does not know of
   * it: installed first and asked then, as the reader says that it reads first and looks then.
   */
  boolean install(PairingEnd end) {
    if (!end.isFree() || !end.install(transport)) {
      return false;
    }
    installed = true;
    cleanable = Cleaning.register(end, transport::abandoned);
    transport.talk().mayReadTcpAt(end.readsTcpAt());
    return true;
  }

  /** The application's thread is not to be told any more; what is not bound is not, for good. */
  boolean abandon() {
    return transport == null || transport.abandon();
  }

  boolean isInstalled() {
    return installed;
  }

  boolean isDraining() {
    return draining;
  }

  /** The application has left it: it goes when what it sent has arrived, or at the deadline. */
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

  /** Whether its request was under way until now. */
  boolean endRequest() {
    boolean was = requesting;
    requesting = false;
    return was;
  }

  /** When it was begun; {@link System#nanoTime}. */
  long begun() {
    return begun;
  }

  /** It is bound from now on, and on trial: it may break at once. */
  void bound() {
    boundAt = System.nanoTime();
    onTrial = true;
  }

  /** By {@link System#nanoTime}. */
  long boundAt() {
    return boundAt;
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

  /** Tells the peer, which is not yet bound, why there will be no transport. */
  void refuse(Reason reason) {
    ownRefusal = reason;
    ByteBuffer message = Message.room(1);
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
      // Said only by who connected and has bound itself.
      transport.bind();
      bound();
    } else {
      transport.talk().wire().condemn("HELLO without a proof");
    }
  }

  @Override
  public void proved(byte[] newProof) {
    proof = newProof;
  }

  /** What the peer, which connected, has sent to prove itself; null if that was asked before. */
  byte[] takeProof() {
    byte[] taken = proof;
    proof = null;
    return taken;
  }

  /** Proves this end, which connected; the peer says nothing before. */
  void prove(byte[] own) {
    ByteBuffer message = Message.room(1);
    Message.putProof(message, own);
    Wire wire = transport.talk().wire();
    synchronized (wire) {
      if (wire.mayTell()) {
        wire.send(message);
      }
    }
  }

  @Override
  public void refused(String code) {
    refusal = code;
  }

  /** What is bound has no more to go by; what is not goes on over TCP. */
  @Override
  public void reset() {
    if (transport.hasBound()) {
      transport.talk().doorbell().hangUp();
    }
  }

  @Override
  public void tcpFailed(String words) {
    transport.tcpFailed(words);
  }

  /** Whether the peer has told of its ring since this was asked last. */
  boolean wasGreeted() {
    boolean was = greeted;
    greeted = false;
    return was;
  }

  /** Why the peer does not want to go on; null mostly. */
  String refusal() {
    return refusal;
  }

  /** Why this end has refused to go on; null mostly. */
  Reason ownRefusal() {
    return ownRefusal;
  }

  /** Keeps in mind what could not be done; of several things, what says most. */
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

  /** Ends it; the memory is given back, since no thread of the application's is inside. */
  void destroy(PinnedMemory memory) {
    if (transport == null) {
      if (!destroyed) {
        destroyed = true;
        endpoint.disconnect();
        endpoint.destroy();
      }
    } else {
      Wire wire = transport.talk().wire();
      synchronized (wire) {
        wire.disconnect();
        wire.destroy();
        transport.talk().inflow().discard();
      }
    }
    if (share != null) {
      PinnedMemory.Share own = share;
      share = null;
      memory.giveBack(own);
    }
  }
}
