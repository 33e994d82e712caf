package jfs.core.switchover;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketOptions;
import jfs.core.carrier.TcpCarrier;
import jfs.core.config.Log;
import jfs.core.platform.DescriptorNumbers;
import jfs.core.runtime.LackOfMemory;
import jfs.core.stats.ConnectionStats;
import jfs.core.transport.Anchor;
import jfs.core.transport.FourTuple;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Preference;
import jfs.core.transport.Reason;
import jfs.core.transport.Registration;
import jfs.core.transport.Transport;
import jfs.core.transport.TransportProvider;

/**
 * A connection that may leave TCP: the two directions, and the decisions that concern both.
 *
 * <p>This object's monitor guards the state, and threads hold it only briefly. A transport may be
 * installed while the connection is open both ways. A close, a half-close or urgent data first
 * aborts the transport. If both ends have committed already, the operation goes through the
 * transport. See {@code docs/protocol.md}.
 */
public final class SwitchableConnection implements PairingEnd {

  private static final String CLOSED = "Socket closed";

  private final TcpCarrier carrier;
  private final FourTuple ends;
  private final boolean connector;
  private final Preference preference;
  private final ConnectionStats stats;
  private final CarrierAnchor tcp;
  private final SendingSide sending;
  private final ReceivingSide receiving;
  private final UpgradePolicy policy;

  private volatile Registration registration;
  private volatile Transport transport;

  /** No transport may be installed any more. */
  private volatile boolean barred;

  /** The operation of the program that made it so, or null. */
  private volatile Reason barredBy;

  private volatile boolean closed;
  private volatile boolean inputShut;

  /**
   * The committed transport that this end has closed. Released when no thread is inside, and then
   * null again.
   */
  private volatile Transport leaving;

  /** Takes a connection that was just made. */
  public SwitchableConnection(
      TcpCarrier carrier,
      FourTuple ends,
      boolean connector,
      Preference preference,
      ConnectionStats stats)
      throws IOException {
    this(carrier, ends, connector, preference, stats, Histories.ofProcess().of(ends, connector));
  }

  SwitchableConnection(
      TcpCarrier carrier,
      FourTuple ends,
      boolean connector,
      Preference preference,
      ConnectionStats stats,
      ListenerHistory history)
      throws IOException {
    this.carrier = carrier;
    this.ends = ends;
    this.connector = connector;
    this.preference = preference;
    this.stats = stats;
    tcp = new CarrierAnchor(carrier);
    sending = new SendingSide(this, tcp, stats);
    receiving = new ReceivingSide(this, tcp, stats);
    policy = new UpgradePolicy(history, FirstPair.ofProcess());
  }

  /** Enters the connection into a provider's endpoint registry. */
  public void register(TransportProvider provider) {
    Registration made = provider.register(this);
    registration = made;
    if (closed) {
      withdraw();
    } else if (UpgradePolicy.EAGER || preference.pairsAtOnce()) {
      FirstPair.ofProcess().made(); // so that the policy asks again if this is in vain
      want();
    }
  }

  /** Whether both ends have committed to a transport. */
  public boolean isCommitted() {
    return committedTransport() != null;
  }

  /** Writes all bytes, blocking. */
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      sending.write(bytes, offset, length);
    } catch (SocketException e) {
      throw told(e);
    } finally {
      if (leaving != null) {
        releaseIfLeft();
      }
    }
  }

  /**
   * As with the JDK, a thread that another thread's close has thrown out learns of that alone. The
   * peer may have answered the close by a reset meanwhile.
   */
  private SocketException told(SocketException e) {
    return closed && !CLOSED.equals(e.getMessage()) ? new SocketException(CLOSED) : e;
  }

  /** Reads at least one byte, blocking, or -1 at end of file. */
  public int read(byte[] bytes, int offset, int length) throws IOException {
    try {
      return receiving.read(bytes, offset, length);
    } catch (SocketException e) {
      throw told(e);
    } finally {
      if (leaving != null) {
        releaseIfLeft();
      }
    }
  }

  /** The number of bytes that can be read without blocking. */
  public int available() throws IOException {
    int onTcp = carrier.available();
    return inputShut ? 0 : receiving.available(onTcp);
  }

  /** Ends the sending direction. */
  public void shutdownOutput() throws IOException {
    try {
      Transport installed = committedOrPlain(Reason.HALF_CLOSED);
      Transport fast = installed == null ? null : sending.shut();
      if (fast == null) {
        if (installed != null) {
          // Before TCP ends, so that a receiver that got all the announced bytes knows why it ends.
          installed.endsOnTcp();
        }
        carrier.shutdownOutput();
      } else {
        checkOpen();
        fast.shutdownOutput();
      }
    } finally {
      releaseIfLeft();
    }
  }

  /** Checks what the JDK checks: that the socket is open and connected. */
  private void checkOpen() throws IOException {
    try {
      carrier.available();
    } catch (OutOfMemoryError e) {
      // It is open: the JDK looks at that before it calls a method that takes heap if it is the
      // first call. The result is not needed.
    }
  }

  /** Makes every further read return end of file. */
  public void shutdownInput() throws IOException {
    try {
      Transport committed = committedOrPlain(Reason.HALF_CLOSED);
      // Before TCP is shut down, so that a reader that this wakes there knows why.
      inputShut = true;
      if (committed != null) {
        committed.shutdownInput();
        receiving.takeLastWakeUps(committed);
      }
      carrier.shutdownInput();
    } finally {
      releaseIfLeft();
    }
  }

  /** Sends one byte of urgent data. */
  public void sendUrgentData(int data) throws IOException {
    try {
      if (committedOrPlain(Reason.URGENT_DATA) == null || !sending.sendUrgent(data)) {
        carrier.sendUrgentData(data);
      }
    } finally {
      releaseIfLeft();
    }
  }

  /** Closes; idempotent. Waits for the peer only to linger, or up to a second for doorbells. */
  public void close() throws IOException {
    Transport committed = committedOrPlain(Reason.CLOSED_EARLY);
    closed = true;
    policy.end();
    if (committed != null) {
      sending.shut();
      committed.close(isReset(), receiving.leavesBytesOnTcp(committed, inputShut));
      receiving.takeLastWakeUps(committed);
      leaving = committed;
    }
    withdraw();
    try {
      carrier.close();
    } finally {
      releaseIfLeft();
    }
  }

  /**
   * Releases a closed transport when no thread is inside. The closing thread calls this, and so
   * does each thread that the close has thrown out. A thread that finds a lock taken leaves the
   * release to the lock's holder, which comes here after it unlocks. That holder may have been here
   * before and found the other lock taken, so all look again.
   */
  private void releaseIfLeft() {
    while (leaving != null && !sending.isBusy() && !receiving.isBusy()) {
      if (sending.tryToBar()) {
        try {
          releaseWithoutReader();
        } finally {
          sending.unbar();
        }
      }
    }
  }

  private void releaseWithoutReader() {
    if (receiving.tryToBar()) {
      try {
        Transport left = leaving;
        if (left != null) {
          left.release();
          leaving = null;
        }
      } finally {
        receiving.unbar();
      }
    }
  }

  private boolean isReset() {
    try {
      return Integer.valueOf(0).equals(carrier.getOption(SocketOptions.SO_LINGER));
    } catch (SocketException e) {
      return false; // closed before
    }
  }

  /** Called before the application asks for a keep-alive option, or sets one. */
  public void keepAliveAsked() {
    Transport now = transport;
    if (now != null) {
      now.keepAliveAsked();
    }
  }

  /** Called after the application has set an option on the carrier. */
  public void optionSet(int option, Object value) throws SocketException {
    switch (option) {
      case SocketOptions.SO_TIMEOUT -> tcp.timeout((Integer) value);
      case SocketOptions.TCP_NODELAY -> tcp.noDelaySet((Boolean) value);
      case SocketOptions.SO_OOBINLINE, SocketOptions.SO_SNDBUF, SocketOptions.SO_RCVBUF -> {
        Transport now = transport;
        if (now != null) {
          tellOptions(now);
        }
      }
      default -> {}
    }
  }

  private void tellOptions(Transport to) {
    try {
      to.buffers(
          (Integer) carrier.getOption(SocketOptions.SO_SNDBUF),
          (Integer) carrier.getOption(SocketOptions.SO_RCVBUF));
      to.urgentInline((Boolean) carrier.getOption(SocketOptions.SO_OOBINLINE));
    } catch (SocketException e) {
      Log.debug("closed: " + Log.describe(e));
    }
  }

  /** The value of an option for the application, given what the carrier says. */
  public Object option(int option, Object carriers) {
    return switch (option) {
      case SocketOptions.SO_TIMEOUT -> tcp.timeout();
      case SocketOptions.TCP_NODELAY -> tcp.noDelay(carriers);
      default -> carriers;
    };
  }

  /**
   * Bars other transports from now on, and aborts the installed one unless both ends have committed
   * to it. Returns a transport that was not aborted, else null.
   */
  private Transport committedOrPlain(Reason why) {
    Transport now;
    synchronized (this) {
      barredBy = barredBy == null ? why : barredBy;
      barred = true;
      now = transport;
      if (now == null || !now.abort()) {
        return now;
      }
      transport = null;
    }
    withdraw();
    return null;
  }

  private void withdraw() {
    Registration now = registration;
    if (now != null) {
      now.withdraw();
    }
  }

  /** The installed transport, or null. */
  Transport transport() {
    return transport;
  }

  /** The transport that both ends have committed to, or null. */
  Transport committedTransport() {
    Transport now = transport;
    return now != null && now.isCommitted() ? now : null;
  }

  boolean isClosed() {
    return closed;
  }

  boolean isInputShut() {
    return inputShut && !closed;
  }

  /** Notes that the program has written so many bytes, by TCP or by the transport. */
  void wrote(int bytes) {
    if (policy.wrote(bytes)) {
      want();
    }
  }

  /** Notes that the program has read so many bytes. */
  void read(int bytes) {
    if (policy.read(bytes)) {
      want();
    }
  }

  private void want() {
    Registration now = registration;
    if (now != null && !barred && transport == null) {
      try {
        now.want();
      } catch (RuntimeException | LinkageError | VirtualMachineError e) {
        // The program's read or write is done, and must report that, whatever fails here. Most
        // likely there is no memory; the policy asks again later.
        if (!LackOfMemory.isCauseOf(e)) {
          Log.debug("not paired: " + Log.describe(e));
        }
      }
    }
  }

  @Override
  public FourTuple ends() {
    return ends;
  }

  @Override
  public boolean isConnector() {
    return connector;
  }

  @Override
  public int descriptor() {
    return DescriptorNumbers.of(carrier.fileDescriptor());
  }

  @Override
  public Preference preference() {
    return preference;
  }

  @Override
  public Anchor anchor() {
    return tcp;
  }

  @Override
  public boolean isFree() {
    return !barred && !closed && transport == null && carrier.isEstablished();
  }

  @Override
  public Reason obstacle() {
    Reason known = barredBy;
    if (known != null) {
      return known;
    }
    if (barred || transport != null || carrier.isEstablished()) {
      return Reason.NOT_FREE;
    }
    // A carrier without a descriptor cannot ask the kernel, and never could.
    return carrier.fileDescriptor() == null ? Reason.CHANNEL_CARRIER : Reason.CLOSED_EARLY;
  }

  @Override
  public synchronized boolean install(Transport newTransport) {
    if (barred || transport != null) {
      return false;
    }
    transport = newTransport;
    FirstPair.ofProcess().made();
    tellOptions(newTransport);
    // The search is over, and so are its reasons; the switch waits for the next write.
    stats.explain(Reason.UNPAIRED);
    return true;
  }

  @Override
  public synchronized void uninstall(Transport aborted, Reason reason) {
    if (transport == aborted) {
      transport = null;
      explain(reason);
    }
  }

  @Override
  public long readsTcpAt() {
    return receiving.readsTcpAt();
  }

  @Override
  public void explain(Reason reason) {
    if (Log.isEnabled(Log.Level.DEBUG)) {
      Log.debug(ends + ": " + reason);
    }
    stats.explain(reason);
  }
}
