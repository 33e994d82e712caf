package jfs.rdma;

import java.io.IOException;
import java.net.SocketException;
import jfs.core.config.Log;
import jfs.core.tcp.Flags;
import jfs.core.tcp.PeerEnding;
import jfs.core.transport.Anchor;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Transport;
import jfs.core.transport.TransportKind;
import jfs.core.wait.MemorySpin;
import jfs.core.wait.Polling;

/**
 * One end of a connection that goes over RDMA. What its peer does comes in through {@link
 * Conversation}, from whichever thread looks: one that waits in the {@link RdmaSender} or the
 * {@link RdmaReceiver}, or the reactor's when none does.
 *
 * <p>Who connected decides alone whether the two ends are bound. Who accepted has promised to go
 * along, and can't know better until it is told: in between it is neither bound nor can it retract.
 * Who connected does not switch over before that is known to have arrived. So if the RDMA
 * connection ends and who accepted was not told, all that was sent is on TCP.
 */
final class RdmaTransport implements Transport {

  private enum Bond {
    OPEN,
    BOUND,
    RETRACTED
  }

  private final Reactor reactor;
  private final Pair pair;
  private final Conversation talk;
  private final Wire wire;
  private final Anchor tcp;
  private final boolean connector;
  private final PeerEnding peer;
  private final RdmaSender sender;
  private final RdmaReceiver receiver;

  /** In the reactor's list of those that were released. */
  RdmaTransport nextReleased;

  private volatile Bond bond = Bond.OPEN;

  /** Guarded by the wire's monitor, as the one below. */
  private boolean closed;

  private boolean released;

  /** Of an end that it does not hold: a forgotten socket is to be collected. */
  RdmaTransport(Reactor reactor, Pair pair, Conversation talk, PairingEnd end) {
    this.reactor = reactor;
    this.pair = pair;
    this.talk = talk;
    wire = talk.wire();
    tcp = end.anchor();
    connector = end.isConnector();
    peer = new PeerEnding(talk);
    Polling polling =
        switch (end.preference()) {
          case BANDWIDTH -> Polling.NONE;
          case LATENCY -> Polling.LONG;
          default -> Polling.USUAL;
        };
    boolean software = pair.endpoint().isSoftware();
    sender = new RdmaSender(talk, peer, new MemorySpin(polling, Waiter.COST, software));
    receiver =
        new RdmaReceiver(
            talk, peer, this::hasPeerStayed, new MemorySpin(polling, Waiter.COST, software));
  }

  /** Whether the peer's direction is on TCP for good. Nothing more comes from a broken wire. */
  private boolean hasPeerStayed() {
    return switch (bond) {
      case OPEN -> connector || wire.isBroken();
      case BOUND -> false;
      case RETRACTED -> true;
    };
  }

  Conversation talk() {
    return talk;
  }

  Pair pair() {
    return pair;
  }

  @Override
  public TransportKind kind() {
    return TransportKind.RDMA;
  }

  @Override
  public boolean isBound() {
    return bond == Bond.BOUND && (!connector || talk.hasGreeted());
  }

  /** Whether this end has bound itself; it does not go back then. */
  boolean hasBound() {
    return bond == Bond.BOUND;
  }

  /** Binds both ends: for who connected, to decide; for who accepted, when told so. */
  boolean bind() {
    synchronized (wire) {
      if (bond == Bond.OPEN) {
        bond = Bond.BOUND;
      }
      return bond == Bond.BOUND;
    }
  }

  @Override
  public boolean retract() {
    synchronized (wire) {
      return connector ? abandon() : bond == Bond.RETRACTED;
    }
  }

  /** There is no peer any more: whoever accepted need not wait to be told. False if bound. */
  boolean abandon() {
    synchronized (wire) {
      if (bond == Bond.OPEN) {
        bond = Bond.RETRACTED;
        talk.reader().wake(); // it may have met the end of TCP, and wait for this
      }
      return bond == Bond.RETRACTED;
    }
  }

  @Override
  public boolean announceSwitch(long bytes) throws IOException {
    synchronized (wire) {
      if (closed) {
        throw new SocketException("Socket closed");
      }
      // A peer that has closed answers on TCP, as it does without JFS.
      if (wire.isBroken() || (bytes >= 0 && peer.isOver())) {
        return false;
      }
      if (bytes >= 0) {
        talk.doorbell().ready();
      }
      talk.teller().switchAt(Math.max(bytes, Conversation.NOT_SWITCHED));
      return true;
    }
  }

  @Override
  public long peerSwitchedAt() {
    return talk.peerSwitchedAt();
  }

  @Override
  public long awaitEnd(long received) throws IOException {
    return receiver.awaitEnd();
  }

  @Override
  public void endsOnTcp() {
    synchronized (wire) {
      talk.teller().addFlags(Flags.FINISHED);
    }
    closeIfBothAreShut();
  }

  /**
   * An end that neither sends nor receives any more is closed, for its peer: the kernel answers
   * what still comes by a reset, which writers hear of after their next write. TCP ends as well: a
   * peer that has not left it writes there, and the kernel resets that only then. Not with the
   * wire's monitor, for to end TCP takes a lock of the socket's.
   */
  private void closeIfBothAreShut() {
    synchronized (wire) {
      Teller teller = talk.teller();
      if (!receiver.isShut() || !teller.hasFlags(Flags.FINISHED) || teller.hasFlags(Flags.CLOSED)) {
        return;
      }
      teller.addFlags(Flags.CLOSED);
    }
    try {
      tcp.shutdownOutput();
    } catch (IOException e) {
      Log.debug("closed meanwhile: " + Log.describe(e));
    }
  }

  @Override
  public void readsTcp(long received) {
    talk.readsTcpAt(received);
  }

  @Override
  public void hasReadTcp() {
    talk.readsTcpAt(Conversation.NOT_READING);
  }

  @Override
  public int wakeUpsOwed() {
    return talk.ringsOwed();
  }

  @Override
  public void readBeyondSwitch(byte[] bytes, int offset, int length) {
    talk.ringsRead(length);
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

  /** The kernel has ended TCP, for want of a peer that answers; what is told of that. */
  void tcpFailed(String words) {
    peer.tcpFailed(words);
  }

  @Override
  public int available(int beforeSwitch) {
    return receiver.available();
  }

  @Override
  public void shutdownOutput() {
    synchronized (wire) {
      sender.finish();
    }
    closeIfBothAreShut();
  }

  @Override
  public void shutdownInput() {
    synchronized (wire) {
      receiver.shut();
    }
    closeIfBothAreShut();
  }

  @Override
  public void buffers(int send, int receive) {
    synchronized (wire) {
      talk.buffers(send, receive);
    }
  }

  @Override
  public void urgentInline(boolean inline) {
    synchronized (wire) {
      if (inline) {
        talk.teller().addFlags(Flags.URGENT_INLINE);
      } else {
        talk.teller().removeFlags(Flags.URGENT_INLINE);
      }
    }
  }

  @Override
  public void keepAliveAsked() {
    synchronized (wire) {
      talk.keepAliveAsked();
    }
  }

  @Override
  public void close(boolean resetPeer, boolean unreadOnTcp) {
    if (hasBound() && talk.isReset()) {
      // The peer may not have noticed, and must not take the end of TCP for that of the stream.
      tcp.resetAtClose();
    }
    synchronized (wire) {
      if (closed) {
        return;
      }
      closed = true;
      talk.doorbell().silence();
      // An end of file came before a reset: with the kernel, a reader is told of that alone then,
      // and all writes fail.
      boolean ended = resetPeer && talk.teller().hasFlags(Flags.FINISHED);
      talk.teller()
          .addFlags(
              Flags.FINISHED
                  | Flags.CLOSED
                  | (resetPeer && !ended ? Flags.RESET : 0)
                  | (ended || unreadOnTcp || talk.inflow().available() > 0 ? Flags.UNREAD : 0));
      receiver.close();
      sender.close();
    }
  }

  @Override
  public void release() {
    synchronized (wire) {
      if (released) {
        return;
      }
      released = true;
    }
    reactor.release(this);
  }

  /** The application has forgotten its socket. */
  void abandoned() {
    if (bond == Bond.RETRACTED) {
      return; // the connection goes on without it
    }
    synchronized (wire) {
      if (closed) {
        return; // by an application that closes TCP as well, and may have to linger
      }
    }
    close(false, false);
    try {
      // Reachable from here, and so out of reach of the JDK's own cleaner.
      tcp.close();
    } catch (IOException e) {
      Log.debug("not closed: " + Log.describe(e));
    }
    release();
  }
}
