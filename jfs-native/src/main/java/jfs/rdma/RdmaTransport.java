package jfs.rdma;

import java.io.IOException;
import java.net.SocketException;
import jfs.core.config.Log;
import jfs.core.tcp.Flags;
import jfs.core.tcp.PeerEnding;
import jfs.core.transport.Anchor;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Transport;
import jfs.core.transport.TransportStream;
import jfs.core.wait.MemorySpin;
import jfs.core.wait.Polling;
import jfs.rdma.verbs.QueuePair;

/**
 * One end of a connection that goes over RDMA. What its peer does comes in through {@link
 * RdmaConnection}, on any thread that polls: one that waits in the {@link RdmaSender} or the {@link
 * RdmaReceiver}, or the reactor's when none does.
 *
 * <p>The client alone decides whether the pair is committed. The acceptor has promised to follow,
 * and does not know the decision until the client's HELLO arrives: in between it is neither
 * committed nor can it abort. The client does not switch before its HELLO is known to have arrived.
 * So if the RDMA connection ends and the acceptor has got no HELLO, all bytes were sent on TCP.
 */
final class RdmaTransport implements Transport, TransportStream {

  private enum Decision {
    OPEN,
    COMMITTED,
    ABORTED
  }

  private final Reactor reactor;
  private final Pair pair;
  private final RdmaConnection connection;
  private final QueuePair queuePair;
  private final Anchor tcp;
  private final boolean connector;
  private final PeerEnding peer;
  private final RdmaSender sender;
  private final RdmaReceiver receiver;

  /** The next in the list of {@link Released}. */
  RdmaTransport nextReleased;

  private volatile Decision decision = Decision.OPEN;

  /** Guarded by the queue pair's monitor, as the one below. */
  private boolean closed;

  private boolean released;

  /** Of an end; keeps no reference to it, so that a forgotten socket can be collected. */
  RdmaTransport(Reactor reactor, Pair pair, RdmaConnection connection, PairingEnd end) {
    this.reactor = reactor;
    this.pair = pair;
    this.connection = connection;
    queuePair = connection.queuePair();
    tcp = end.anchor();
    connector = end.isConnector();
    peer = new PeerEnding(connection);
    Polling polling =
        switch (end.preference()) {
          case BANDWIDTH -> Polling.NONE;
          case LATENCY -> Polling.LONG;
          default -> Polling.USUAL;
        };
    boolean software = pair.endpoint().isSoftware();
    sender = new RdmaSender(connection, peer, new MemorySpin(polling, Waiter.COST, software));
    receiver =
        new RdmaReceiver(
            connection, peer, this::hasPeerStayed, new MemorySpin(polling, Waiter.COST, software));
  }

  /**
   * Whether the peer's direction stays on TCP for good. Nothing more comes from a broken queue
   * pair.
   */
  private boolean hasPeerStayed() {
    return switch (decision) {
      case OPEN -> connector || queuePair.isBroken();
      case COMMITTED -> false;
      case ABORTED -> true;
    };
  }

  RdmaConnection connection() {
    return connection;
  }

  Pair pair() {
    return pair;
  }

  @Override
  public TransportStream stream() {
    return this;
  }

  @Override
  public boolean isCommitted() {
    return decision == Decision.COMMITTED && (!connector || connection.hasGreeted());
  }

  /** Whether this end has committed; that is final. */
  boolean hasCommitted() {
    return decision == Decision.COMMITTED;
  }

  /** Commits: the client decides so for both ends; the acceptor gets HELLO. False if aborted. */
  boolean commit() {
    synchronized (queuePair) {
      if (decision == Decision.OPEN) {
        decision = Decision.COMMITTED;
      }
      return decision == Decision.COMMITTED;
    }
  }

  @Override
  public boolean abort() {
    synchronized (queuePair) {
      return connector ? abandon() : decision == Decision.ABORTED;
    }
  }

  /**
   * Aborts; for an acceptor as well, since the peer is gone and no decision will come. False if
   * committed.
   */
  boolean abandon() {
    synchronized (queuePair) {
      if (decision == Decision.OPEN) {
        decision = Decision.ABORTED;
        connection.reader().wake(); // it may have met the end of TCP and wait for the decision
      }
      return decision == Decision.ABORTED;
    }
  }

  @Override
  public boolean announceSwitch(long bytes) throws IOException {
    synchronized (queuePair) {
      if (closed) {
        throw new SocketException("Socket closed");
      }
      // Stay on TCP: there the kernel of a peer that has closed answers, as without JFS.
      if (queuePair.isBroken() || (bytes >= 0 && peer.isOver())) {
        return false;
      }
      if (bytes >= 0) {
        connection.doorbell().ready();
      }
      connection.controlSender().switchAt(Math.max(bytes, RdmaConnection.NOT_SWITCHED));
      return true;
    }
  }

  @Override
  public long peerSwitchedAt() {
    return connection.peerSwitchedAt();
  }

  @Override
  public long awaitEnd(long received) throws IOException {
    return receiver.awaitEnd();
  }

  @Override
  public void endsOnTcp() {
    synchronized (queuePair) {
      connection.controlSender().addFlags(Flags.FINISHED);
    }
    closeIfBothAreShut();
  }

  /**
   * For its peer, an end that neither sends nor receives any more is closed: on plain TCP the
   * kernel answers later bytes with a reset, and the next write fails. So TCP is shut for output,
   * too: a peer that has not left TCP writes there, and the kernel sends that reset only then.
   * Called without the queue pair's monitor, since shutting TCP takes a lock of the socket.
   */
  private void closeIfBothAreShut() {
    synchronized (queuePair) {
      ControlSender controlSender = connection.controlSender();
      if (!receiver.isShut()
          || !controlSender.hasFlags(Flags.FINISHED)
          || controlSender.hasFlags(Flags.CLOSED)) {
        return;
      }
      controlSender.addFlags(Flags.CLOSED);
    }
    try {
      tcp.shutdownOutput();
    } catch (IOException e) {
      Log.debug("closed meanwhile: " + Log.describe(e));
    }
  }

  @Override
  public int wakeUpsOwed() {
    return connection.ringsOwed();
  }

  @Override
  public void readBeyondSwitch(byte[] bytes, int offset, int length) {
    connection.ringsRead(length);
  }

  @Override
  public void send(byte[] bytes, int offset, int length) throws IOException {
    sender.send(bytes, offset, length);
  }

  @Override
  public void sendUrgent(int data) throws IOException {
    sender.sendUrgent(data);
  }

  @Override
  public int receive(byte[] bytes, int offset, int length, int timeoutMillis) throws IOException {
    return receiver.receive(bytes, offset, length, timeoutMillis);
  }

  @Override
  public boolean tellReset() {
    return peer.tellReset();
  }

  /**
   * The kernel has ended TCP because the peer does not answer; the words are those of the
   * exception.
   */
  void tcpFailed(String words) {
    peer.tcpFailed(words);
  }

  @Override
  public int available(int beforeSwitch) {
    return receiver.available();
  }

  @Override
  public void shutdownOutput() {
    synchronized (queuePair) {
      sender.finish();
    }
    closeIfBothAreShut();
  }

  @Override
  public void shutdownInput() {
    synchronized (queuePair) {
      receiver.shut();
    }
    closeIfBothAreShut();
  }

  @Override
  public void socketOptions(int sendBuffer, int receiveBuffer, boolean urgentInline) {
    synchronized (queuePair) {
      connection.socketOptions(sendBuffer, receiveBuffer, urgentInline);
    }
  }

  @Override
  public void keepAliveAsked() {
    synchronized (queuePair) {
      connection.keepAliveAsked();
    }
  }

  @Override
  public void close(boolean resetPeer, boolean unreadOnTcp) {
    if (hasCommitted() && connection.isReset()) {
      // The peer may not have noticed the break, and must not take the end of TCP for the end of
      // the stream.
      tcp.resetAtClose();
    }
    synchronized (queuePair) {
      if (closed) {
        return;
      }
      closed = true;
      connection.doorbell().silence();
      // The peer gets an end of file before the reset: on plain TCP its reader then sees the end of
      // file alone, and all its writes fail.
      boolean ended = resetPeer && connection.controlSender().hasFlags(Flags.FINISHED);
      connection
          .controlSender()
          .addFlags(
              Flags.FINISHED
                  | Flags.CLOSED
                  | (resetPeer && !ended ? Flags.RESET : 0)
                  | (ended || unreadOnTcp || connection.inflow().available() > 0
                      ? Flags.UNREAD
                      : 0));
      receiver.close();
      sender.close();
    }
  }

  @Override
  public void release() {
    synchronized (queuePair) {
      if (released) {
        return;
      }
      released = true;
    }
    reactor.release(this);
  }

  /** The application has dropped its socket without closing it. */
  void abandoned() {
    if (decision == Decision.ABORTED) {
      return; // the connection goes on without it
    }
    synchronized (queuePair) {
      if (closed) {
        return; // by the application, which closes TCP as well and may linger there
      }
    }
    close(false, false);
    try {
      // Referred to from here, so the JDK's own cleaner cannot close it.
      tcp.close();
    } catch (IOException e) {
      Log.debug("not closed: " + Log.describe(e));
    }
    release();
  }
}
