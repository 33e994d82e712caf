package jfs.core.switchover;

import java.net.SocketException;
import java.net.SocketOptions;
import java.util.concurrent.TimeUnit;
import jfs.core.carrier.TcpConnection;
import jfs.core.config.Log;
import jfs.core.host.Redirects;
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
import jfs.core.transport.TransportFailure;
import jfs.core.transport.TransportKind;
import jfs.core.transport.TransportProvider;

/**
 * Whether a connection leaves TCP, and for which transport. It starts on TCP; a provider installs a
 * transport while the connection is open both ways; then both ends commit to that transport, or one
 * of them aborts it. A close, a half-close or urgent data first aborts the transport, unless both
 * ends have committed already. See {@code docs/protocol.md}.
 *
 * <p>Any thread may call. This object's monitor guards the state, and threads hold it only briefly.
 */
final class Negotiation implements PairingEnd {

  /**
   * How long it holds that the kernel has not rewritten the connection: the peer may have closed
   * since, and after a minute in FIN_WAIT2 (tcp(7)) its port may be another connection's.
   */
  private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final TcpConnection carrier;
  private final FourTuple ends;
  private final boolean connector;
  private final Preference preference;
  private final ConnectionStats stats;
  private final CarrierAnchor tcp;
  private final UpgradePolicy policy;

  /** What carries the bytes after the switch. Written before the provider knows of this end. */
  private TransportKind kind;

  private volatile Registration registration;
  private volatile Transport transport;

  /** {@code INSTALLED} also stands for {@code COMMITTED}, which the transport knows. */
  private volatile NegotiationState state = NegotiationState.TCP;

  /** The operation of the program after which no transport may be installed any more, or null. */
  private volatile Reason barredBy;

  private volatile boolean closed;

  private final long made = System.nanoTime();

  /** Whether the kernel has rewritten the connection of this end; null until that is known. */
  private volatile Boolean redirected;

  /** When that was asked. */
  private volatile long judged;

  Negotiation(
      TcpConnection carrier,
      FourTuple ends,
      boolean connector,
      Preference preference,
      ConnectionStats stats,
      CarrierAnchor tcp,
      UpgradePolicy policy) {
    this.carrier = carrier;
    this.ends = ends;
    this.connector = connector;
    this.preference = preference;
    this.stats = stats;
    this.tcp = tcp;
    this.policy = policy;
  }

  /** Enters the connection into a provider's endpoint registry. */
  void register(TransportProvider provider) {
    kind = provider.kind();
    Registration made = provider.register(this);
    registration = made;
    if (closed) {
      withdraw();
    } else if (provider.pairsAtOnce() || preference.pairsAtOnce()) {
      policy.pairs(); // so that the policy asks again if this is in vain
      want();
    }
  }

  /** What carries the bytes after the switch; a transport is installed. */
  TransportKind kind() {
    return kind;
  }

  /** The state, as of this moment. */
  NegotiationState state() {
    return committedTransport() == null ? state : NegotiationState.COMMITTED;
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

  /**
   * Bars other transports from now on, and aborts the installed one unless both ends have committed
   * to it. Returns a transport that was not aborted, else null.
   */
  Transport committedOrPlain(Reason why) {
    Transport now;
    synchronized (this) {
      barredBy = barredBy == null ? why : barredBy;
      now = transport;
      if (now != null && !now.abort()) {
        return now;
      }
      transport = null;
      state = NegotiationState.ABORTED;
      if (now == null) {
        return null;
      }
    }
    withdraw();
    return null;
  }

  /** The program has closed the connection. */
  void close() {
    closed = true;
    policy.end();
  }

  /** Whether the program has closed the connection. */
  boolean isClosed() {
    return closed;
  }

  /** Leaves the provider's endpoint registry. */
  void withdraw() {
    Registration now = registration;
    if (now != null) {
      now.withdraw();
    }
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

  /** The connection is worth a transport. */
  void want() {
    Registration now = registration;
    if (now != null && state == NegotiationState.TCP) {
      try {
        now.want();
      } catch (RuntimeException | LinkageError | VirtualMachineError e) {
        // The program's read or write is done, and must report that, whatever fails here. Most
        // likely there is no memory; the policy asks again later.
        if (!LackOfMemory.isCauseOf(e)) {
          Log.debug("not paired", e);
        }
      }
    }
  }

  /** Called after the program has set an option that the transport has to know. */
  void optionsChanged() {
    Transport now = transport;
    if (now == null) {
      return;
    }
    try {
      tellOptions(now);
    } catch (InternalError e) {
      // The kernel has the option. The peer's end gets an older one, if it gets anything.
      Log.debug("options not told", e);
    }
  }

  private void tellOptions(Transport to) {
    try {
      to.stream()
          .socketOptions(
              (Integer) carrier.getOption(SocketOptions.SO_SNDBUF),
              (Integer) carrier.getOption(SocketOptions.SO_RCVBUF),
              (Boolean) carrier.getOption(SocketOptions.SO_OOBINLINE));
    } catch (SocketException e) {
      Log.debug("closed", e);
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

  /** By the clock of the wall: if that is set, a search is made in vain, or is not made at once. */
  @Override
  public long ageNanos() {
    return TimeUnit.MILLISECONDS.toNanos(Math.max(0, System.currentTimeMillis() - stats.since()));
  }

  @Override
  public Anchor anchor() {
    return tcp;
  }

  @Override
  public boolean isFree() {
    return state == NegotiationState.TCP && !closed && carrier.isEstablished() && isOtherEnd();
  }

  /**
   * Whether the socket that has the mirror of this end's addresses is the other end. If the kernel
   * has rewritten the connection, it is not: that socket is of another one.
   */
  private boolean isOtherEnd() {
    Boolean known = redirected; // once: another provider's thread may ask, too, and not be told
    long now = System.nanoTime();
    if (known == null || (!connector && !known && now - judged > KEPT_NANOS)) {
      long since = now - made > KEPT_NANOS ? now - KEPT_NANOS : made;
      known = connector ? Boolean.FALSE : Redirects.of(ends, descriptor(), since);
      redirected = known;
      judged = now;
    }
    return Boolean.FALSE.equals(known);
  }

  @Override
  public Reason obstacle() {
    Reason known = barredBy;
    if (known != null) {
      return known;
    }
    if (Boolean.TRUE.equals(redirected)) {
      return Reason.OTHER_SOCKET;
    }
    if (state != NegotiationState.TCP || carrier.isEstablished()) {
      return Reason.NOT_FREE;
    }
    // A carrier without a descriptor cannot ask the kernel, and never could.
    return carrier.fileDescriptor() == null ? Reason.CHANNEL_CARRIER : Reason.CLOSED_EARLY;
  }

  @Override
  public synchronized boolean install(Transport newTransport) {
    if (state != NegotiationState.TCP) {
      return false;
    }
    tcp.transportComes(); // first: it sees this in each read or write after the one under way
    transport = newTransport;
    state = NegotiationState.INSTALLED;
    policy.pairs();
    tellOptions(newTransport);
    // The search is over, and so are its reasons; the switch waits for the next write.
    stats.explain(Reason.UNPAIRED);
    return true;
  }

  @Override
  public synchronized void uninstall(Transport aborted, Reason reason) {
    if (transport == aborted) {
      transport = null;
      state = barredBy == null ? NegotiationState.TCP : NegotiationState.ABORTED;
      explain(reason);
    }
  }

  @Override
  public void failed(TransportFailure cause) {
    try {
      stats.failed(kind, cause);
      if (Log.isEnabled(Log.Level.DEBUG)) {
        Log.debug(ends + ": " + kind.label() + " failed: " + cause.code());
      }
    } catch (OutOfMemoryError e) {
      // The caller has more to do for the connection than to tell of it.
    }
  }

  @Override
  public void explain(Reason reason) {
    if (Log.isEnabled(Log.Level.DEBUG)) {
      Log.debug(ends + ": " + reason);
    }
    stats.explain(reason);
  }
}
