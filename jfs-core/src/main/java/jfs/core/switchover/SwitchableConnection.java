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
 * A connection that may leave TCP: the two directions, and what is decided for both.
 *
 * <p>State, guarded by this object's monitor, which is held for a few instructions only: a
 * transport may be installed while the connection is open both ways; whoever wants to close,
 * half-close or send urgent data has it retracted first, or, where both ends are bound already,
 * does so through it. See {@code docs/protocol.md}.
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

  /** Why, if the program had a hand in it. */
  private volatile Reason barredBy;

  private volatile boolean closed;
  private volatile boolean inputShut;

  /**
   * What both ends are bound to and this one has closed: to be released when no thread is in it,
   * and null again then.
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

  /** Enters the connection into a provider's books. */
  public void register(TransportProvider provider) {
    Registration made = provider.register(this);
    registration = made;
    if (closed) {
      withdraw();
    } else if (UpgradePolicy.EAGER || preference.pairsAtOnce()) {
      FirstPair.ofProcess().made(); // so that it is asked again, should this be in vain
      want();
    }
  }

  /** Whether both ends are bound to a transport. */
  public boolean isBound() {
    return boundTransport() != null;
  }

  /** Writes all of it, blocking. */
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
   * As with the JDK, a thread that another one's close has thrown out is told of that alone: the
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
      Transport installed = boundOrPlain(Reason.HALF_CLOSED);
      Transport fast = installed == null ? null : sending.shut();
      if (fast == null) {
        if (installed != null) {
          // Before TCP ends: a receiver that got all that was announced is to know why it does.
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

  /** What the JDK checks: that the socket is open and connected. */
  private void checkOpen() throws IOException {
    try {
      carrier.available();
    } catch (OutOfMemoryError e) {
      // It was open: the JDK looks at that before it calls a method that, if it is the first call,
      // takes heap. The answer is not needed.
    }
  }

  /** Makes every further read return end of file. */
  public void shutdownInput() throws IOException {
    try {
      Transport bound = boundOrPlain(Reason.HALF_CLOSED);
      // Before TCP is shut: a reader that this wakes there is to know why.
      inputShut = true;
      if (bound != null) {
        bound.shutdownInput();
        receiving.takeLastWakeUps(bound);
      }
      carrier.shutdownInput();
    } finally {
      releaseIfLeft();
    }
  }

  /** Sends one byte of urgent data. */
  public void sendUrgentData(int data) throws IOException {
    try {
      if (boundOrPlain(Reason.URGENT_DATA) == null || !sending.sendUrgent(data)) {
        carrier.sendUrgentData(data);
      }
    } finally {
      releaseIfLeft();
    }
  }

  /** Closes; idempotent, and never blocks for the peer. */
  public void close() throws IOException {
    Transport bound = boundOrPlain(Reason.CLOSED_EARLY);
    closed = true;
    policy.end();
    if (bound != null) {
      sending.shut();
      bound.close(isReset(), receiving.leavesBytesOnTcp(bound, inputShut));
      receiving.takeLastWakeUps(bound);
      leaving = bound;
    }
    withdraw();
    try {
      carrier.close();
    } finally {
      releaseIfLeft();
    }
  }

  /**
   * The last one out: the thread that closes, or one that the close has thrown out. Whoever finds a
   * lock taken leaves it to its holder, who comes here after letting go of it. That may be somebody
   * who was here and found the other lock taken; so all look again.
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

  /** The application is about to ask for an option of keep-alive's, or to set one. */
  public void keepAliveAsked() {
    Transport now = transport;
    if (now != null) {
      now.keepAliveAsked();
    }
  }

  /** The application has set an option on the carrier. */
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

  /** What the application is told of an option, given what the carrier says. */
  public Object option(int option, Object carriers) {
    return switch (option) {
      case SocketOptions.SO_TIMEOUT -> tcp.timeout();
      case SocketOptions.TCP_NODELAY -> tcp.noDelay(carriers);
      default -> carriers;
    };
  }

  /** Nothing may be installed any more; what is, is retracted unless both ends are bound by it. */
  private Transport boundOrPlain(Reason why) {
    Transport now;
    synchronized (this) {
      barredBy = barredBy == null ? why : barredBy;
      barred = true;
      now = transport;
      if (now == null || !now.retract()) {
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

  /** What is installed now, or null. */
  Transport transport() {
    return transport;
  }

  /** What both ends are bound to, or null. */
  Transport boundTransport() {
    Transport now = transport;
    return now != null && now.isBound() ? now : null;
  }

  boolean isClosed() {
    return closed;
  }

  boolean isInputShut() {
    return inputShut && !closed;
  }

  /** The program has written so many bytes, whichever way they went. */
  void wrote(int bytes) {
    if (policy.wrote(bytes)) {
      want();
    }
  }

  /** The program has read so many bytes. */
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
        // The program has read or written just now, and is to be told of that, whatever fails here.
        // Most likely there was no memory; it is asked again later.
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
    // What was said of the search is over; the switch itself waits for the next write.
    stats.explain(Reason.UNPAIRED);
    return true;
  }

  @Override
  public synchronized void uninstall(Transport retracted, Reason reason) {
    if (transport == retracted) {
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
