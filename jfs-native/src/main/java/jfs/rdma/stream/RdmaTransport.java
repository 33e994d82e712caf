package jfs.rdma.stream;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import jfs.core.config.Log;
import jfs.core.host.HostServices;
import jfs.core.tcp.PeerEnding;
import jfs.core.transport.Anchor;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Preference;
import jfs.core.transport.Transport;
import jfs.core.transport.TransportReceiver;
import jfs.core.transport.TransportSender;
import jfs.core.transport.TransportStream;
import jfs.core.wait.MemorySpin;
import jfs.core.wait.Polling;
import jfs.rdma.verbs.PinnedMemory;
import jfs.rdma.verbs.VerbsEndpoint;

/**
 * One end of a connection that goes over RDMA. What its peer does becomes known on any thread that
 * polls: one that waits in the {@link BlockingSender} or the {@link BlockingReceiver}, or the
 * reactor's when none does.
 *
 * <p>The client alone decides whether the pair is committed. The acceptor has promised to follow,
 * and does not know the decision until the client's HELLO arrives: in between it is neither
 * committed nor can it abort. The client does not switch before its HELLO is known to have arrived.
 * So if the RDMA connection ends and the acceptor has got no HELLO, all bytes were sent on TCP.
 */
public final class RdmaTransport implements Transport, TransportStream {

  /** What keeps a transport while its program uses it. */
  public interface Owner {

    /** The program has left its transport. Any thread calls this, once for each transport. */
    void released();
  }

  private final Owner owner;
  private final RdmaConnection connection;
  private final Doorbell doorbell;
  private final Commitment commitment;
  private final PeerState peer;
  private final PeerEnding ending;
  private final Anchor tcp;
  private final BlockingSender sender;
  private final BlockingReceiver receiver;
  private final AtomicBoolean released = new AtomicBoolean();

  /** Of an end; keeps no reference to it, so that a forgotten socket can be collected. */
  private RdmaTransport(RdmaConnectionState state, PairingEnd end, boolean software, Owner owner) {
    this.owner = owner;
    connection = new RdmaConnection(state);
    doorbell = state.doorbell();
    commitment = state.commitment();
    peer = state.peer();
    ending = state.ending();
    tcp = end.anchor();
    Polling polling = polling(end.preference());
    sender =
        new BlockingSender(connection, ending, wait(connection, state.writer(), polling, software));
    receiver =
        new BlockingReceiver(connection, wait(connection, state.reader(), polling, software));
  }

  private static Polling polling(Preference preference) {
    return switch (preference) {
      case BANDWIDTH -> Polling.NONE;
      case LATENCY -> Polling.LONG;
      default -> Polling.USUAL;
    };
  }

  private static QueuePairWait wait(
      RdmaConnection connection, Waiter waiter, Polling polling, boolean software) {
    return new QueuePairWait(connection, waiter, new MemorySpin(polling, Waiter.COST, software));
  }

  /**
   * Makes a transport on an endpoint that is connected.
   *
   * @param share where its rings are
   * @param elsewhere the memory for bytes that no thread reads
   * @return null if the program has closed its socket meanwhile
   * @throws IOException if the device cannot register the rings
   */
  public static RdmaTransport on(
      VerbsEndpoint endpoint,
      PinnedMemory.Share share,
      SpillMemory elsewhere,
      PairingEnd end,
      Owner owner)
      throws IOException {
    Doorbell doorbell = new Doorbell(HostServices.installed(), end.descriptor());
    if (!doorbell.isThere()) {
      return null;
    }
    VerbsEndpoint.Region ring = endpoint.register(share.receiving(), true);
    VerbsEndpoint.Region staging = endpoint.register(share.sending(), false);
    RdmaConnectionState state =
        new RdmaConnectionState(
            endpoint, ring, staging, doorbell, end.anchor(), elsewhere, end.isConnector());
    return new RdmaTransport(state, end, endpoint.isSoftware(), owner);
  }

  /** Runs the handlers of a lack of memory once, and uses what a waiting thread uses first. */
  public static void rehearse() {
    RdmaConnectionState.rehearse();
    SpillMemory.rehearse();
    QueuePairWait.rehearse();
  }

  /** The connection that carries it. */
  public RdmaConnection connection() {
    return connection;
  }

  @Override
  public TransportStream stream() {
    return this;
  }

  @Override
  public boolean isCommitted() {
    return commitment.isCommitted();
  }

  @Override
  public boolean abort() {
    return connection.abort();
  }

  @Override
  public boolean announceSwitch(long bytes) throws IOException {
    return connection.switchAt(bytes);
  }

  @Override
  public long peerSwitchedAt() {
    return peer.switchedAt();
  }

  @Override
  public long awaitEnd(long received) throws IOException {
    return receiver.awaitEnd();
  }

  @Override
  public void endsOnTcp() {
    if (connection.endsOnTcp()) {
      endTcp();
    }
  }

  /**
   * Shuts TCP for output, of an end that neither sends nor receives and so is closed for its peer.
   * A peer that has not left TCP writes there, and only then the kernel answers with a reset. Takes
   * a lock of the socket.
   */
  private void endTcp() {
    try {
      tcp.shutdownOutput();
    } catch (IOException e) {
      Log.debug("closed meanwhile", e);
    }
  }

  @Override
  public int doorbellsOwed() {
    return peer.ringsOwed();
  }

  @Override
  public void readBeyondSwitch(byte[] bytes, int offset, int length) {
    peer.ringsRead(length);
  }

  @Override
  public TransportSender sender() {
    return sender;
  }

  @Override
  public TransportReceiver receiver() {
    return receiver;
  }

  @Override
  public boolean tellReset() {
    return ending.tellReset();
  }

  @Override
  public int available(int beforeSwitch) {
    return connection.available();
  }

  @Override
  public void shutdownOutput() {
    if (connection.shutdownOutput()) {
      endTcp();
    }
  }

  @Override
  public void shutdownInput() {
    if (connection.shutdownInput()) {
      endTcp();
    }
  }

  @Override
  public void socketOptions(int sendBuffer, int receiveBuffer, boolean urgentInline) {
    connection.socketOptions(sendBuffer, receiveBuffer, urgentInline);
  }

  @Override
  public void keepAliveAsked() {
    connection.keepAliveAsked();
  }

  @Override
  public void close(boolean resetPeer, boolean unreadOnTcp) {
    doorbell.silence(); // before what may fail: TCP is closed all the same
    if (commitment.hasCommitted() && peer.isReset()) {
      // The peer may not have noticed the break, and must not take the end of TCP for the end of
      // the stream.
      tcp.resetAtClose();
    }
    connection.close(resetPeer, unreadOnTcp);
  }

  @Override
  public void tcpCloses() {
    doorbell.silence();
  }

  @Override
  public void release() {
    if (!released.getAndSet(true)) {
      owner.released();
    }
  }

  /** The application has dropped its socket without closing it. */
  public void abandoned() {
    if (commitment.hasAborted() || connection.isClosed()) {
      // The connection goes on without it, or the application has closed TCP as well and may linger
      // there.
      return;
    }
    close(false, false);
    // Reachable from here, so the JDK's own cleaner does not close it.
    tcp.close();
    release();
  }
}
