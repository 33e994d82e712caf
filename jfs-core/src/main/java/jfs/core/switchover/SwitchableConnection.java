package jfs.core.switchover;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketOptions;
import jfs.core.carrier.OwnTraffic;
import jfs.core.carrier.SelectableTcp;
import jfs.core.carrier.TcpConnection;
import jfs.core.config.Log;
import jfs.core.runtime.LackOfMemory;
import jfs.core.stats.ConnectionStats;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Preference;
import jfs.core.transport.Reason;
import jfs.core.transport.Transport;
import jfs.core.transport.TransportProvider;

/**
 * A connection that may leave TCP: the two directions, and what concerns both. Whether and for
 * which transport it leaves TCP is the {@link Negotiation}'s to say. Any thread may call; one reads
 * and one writes at a time, others wait.
 */
public class SwitchableConnection {

  private static final String CLOSED = "Socket closed";

  private final TcpConnection carrier;
  private final CarrierAnchor tcp;
  private final Negotiation negotiation;
  private final SendingSide sending;
  private final ReceivingSide receiving;

  /**
   * The committed transport that this end has closed. Released when no thread is inside, and then
   * null again.
   */
  private volatile Transport leaving;

  /** Takes a socket's connection, with what went by TCP before, and its locks. */
  SwitchableConnection(
      CarrierAnchor tcp,
      FourTuple ends,
      boolean connector,
      Preference preference,
      ConnectionStats stats,
      UpgradePolicy policy,
      OwnTraffic before,
      Mutex reads,
      Mutex writes) {
    carrier = tcp.carrier();
    this.tcp = tcp;
    negotiation = new Negotiation(carrier, ends, connector, preference, stats, tcp, policy);
    sending = new SendingSide(negotiation, tcp, stats, before, writes);
    receiving = new ReceivingSide(negotiation, tcp, stats, before, reads);
  }

  /** Takes a channel's. */
  SwitchableConnection(
      SelectableTcp carrier,
      ChannelAnchor tcp,
      FourTuple ends,
      boolean connector,
      Preference preference,
      ConnectionStats stats,
      UpgradePolicy policy) {
    this.carrier = carrier;
    this.tcp = tcp;
    negotiation = new Negotiation(carrier, ends, connector, preference, stats, tcp, policy);
    sending = new SelectableSendingSide(negotiation, tcp, carrier.own(), stats);
    receiving = new SelectableReceivingSide(negotiation, tcp, carrier.own(), stats);
  }

  /** Enters the connection into a provider's endpoint registry. */
  public void register(TransportProvider provider) {
    negotiation.register(provider);
  }

  final Negotiation negotiation() {
    return negotiation;
  }

  final SendingSide sending() {
    return sending;
  }

  final ReceivingSide receiving() {
    return receiving;
  }

  /** Whether both ends have committed to a transport. */
  public boolean isCommitted() {
    return negotiation.state() == NegotiationState.COMMITTED;
  }

  /** Writes all bytes, blocking. */
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      sending.write(bytes, offset, length);
    } catch (SocketException e) {
      throw told(e);
    } catch (InternalError e) {
      throw fault(e);
    } finally {
      if (leaving != null) {
        releaseIfLeft();
      }
    }
  }

  /**
   * A thread leaves a direction: if the connection was closed meanwhile, it may have to release. A
   * socket's reads and writes have this inline, since a method more shows in interpreted code.
   */
  final void leaves() {
    if (leaving != null) {
      releaseIfLeft();
    }
  }

  /**
   * As with the JDK, a thread that another thread's close has thrown out learns of that alone. The
   * peer may have answered the close by a reset meanwhile.
   */
  final SocketException told(SocketException e) {
    return negotiation.isClosed() && !CLOSED.equals(e.getMessage())
        ? new SocketException(CLOSED)
        : e;
  }

  /**
   * A fault in memory that is mapped from a file: another process has cut the file off, or the
   * kernel has no page for it. The peer's bytes are lost, which is a reset; for the program it is
   * no more than that. Throws an error that is no fault: the JDK met a lack of memory.
   */
  static SocketException fault(InternalError e) {
    if (LackOfMemory.isCauseOf(e)) {
      throw e;
    }
    SocketException reset = new SocketException("Connection reset");
    reset.initCause(e);
    return reset;
  }

  /** Reads at least one byte, blocking, or -1 at end of file. */
  public int read(byte[] bytes, int offset, int length) throws IOException {
    try {
      return receiving.read(bytes, offset, length);
    } catch (SocketException e) {
      throw told(e);
    } catch (InternalError e) {
      throw fault(e);
    } finally {
      if (leaving != null) {
        releaseIfLeft();
      }
    }
  }

  /**
   * Goes on with a read that began on TCP before a transport was known, and has brought this. The
   * caller has the lock of reads. Takes no object, for which there might be no memory: the bytes
   * have left TCP, and are not counted yet.
   *
   * @param first what was in the first place before
   * @param start the value of {@link System#nanoTime} before
   */
  final int goOn(byte[] bytes, int offset, int length, byte first, long start, int n)
      throws IOException {
    try {
      return receiving.goOn(bytes, offset, length, first, start, n);
    } catch (SocketException e) {
      throw told(e);
    } catch (InternalError e) {
      throw fault(e);
    }
  }

  /** The same with one that has met this. */
  final int goOn(byte[] bytes, int offset, int length, long start, SocketException met)
      throws IOException {
    try {
      return receiving.goOn(bytes, offset, length, start, met);
    } catch (SocketException e) {
      throw told(e);
    } catch (InternalError e) {
      throw fault(e);
    }
  }

  /** The number of bytes that can be read without blocking. */
  public int available() throws IOException {
    int onTcp = carrier.available();
    try {
      return receiving.isShut() ? 0 : receiving.available(onTcp);
    } catch (InternalError e) {
      throw fault(e);
    }
  }

  /**
   * How many bytes no thread has read. Unlike {@link #available}, which a program asks, also where
   * input is shut down: a close then still leaves them unread.
   */
  final int unread() throws IOException {
    return receiving.available(carrier.available());
  }

  /** Ends the sending direction. */
  public void shutdownOutput() throws IOException {
    try {
      Transport installed = negotiation.committedOrPlain(Reason.HALF_CLOSED);
      if (installed != null && sending.shut()) {
        checkOpen();
        installed.stream().shutdownOutput();
      } else {
        if (installed != null) {
          // Before TCP ends, so that a receiver that got all the announced bytes knows why it ends.
          installed.endsOnTcp();
        }
        carrier.shutdownOutput();
      }
    } catch (InternalError e) {
      throw fault(e);
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
      Transport committed = negotiation.committedOrPlain(Reason.HALF_CLOSED);
      // Before TCP is shut down, so that a reader that this wakes there knows why.
      receiving.shut();
      if (committed != null) {
        committed.stream().shutdownInput();
        receiving.takeLastDoorbells(committed);
      }
      carrier.shutdownInput();
    } catch (InternalError e) {
      throw fault(e);
    } finally {
      releaseIfLeft();
    }
  }

  /** Sends one byte of urgent data. */
  public void sendUrgentData(int data) throws IOException {
    sendUrgentData(data, true);
  }

  /** The same; with no room an exception says so, unless this waits for it. */
  final void sendUrgentData(int data, boolean waits) throws IOException {
    try {
      if (negotiation.committedOrPlain(Reason.URGENT_DATA) == null
          || !sending.sendUrgent(data, waits)) {
        carrier.sendUrgentData(data);
      }
    } catch (InternalError e) {
      throw fault(e);
    } finally {
      releaseIfLeft();
    }
  }

  /** Closes; idempotent. Waits for the peer only to linger, or up to a second for doorbells. */
  public void close() throws IOException {
    try {
      closeTransport();
    } finally { // the stack or the heap may be full: the JDK does not close TCP a second time
      try {
        Transport installed = negotiation.transport();
        if (installed != null) {
          installed.stream().tcpCloses(); // first: if this fails, TCP must stay open
        }
        carrier.close();
      } finally {
        releaseIfLeft();
      }
    }
  }

  /** If this fails, the transport is not left, and tells its peer when it is collected. */
  private void closeTransport() throws IOException {
    Transport committed = negotiation.committedOrPlain(Reason.CLOSED_EARLY);
    negotiation.close();
    if (committed != null) {
      sending.shut();
      closeStream(committed);
      leaving = committed;
    }
    negotiation.withdraw();
  }

  private void closeStream(Transport committed) throws IOException {
    try {
      boolean unreadOnTcp = receiving.leavesBytesOnTcp(committed);
      committed.stream().close(isReset() || resetsUnread(unreadOnTcp), unreadOnTcp);
      receiving.takeLastDoorbells(committed);
    } catch (InternalError e) {
      if (LackOfMemory.isCauseOf(e)) {
        throw e;
      }
      // A fault in the memory, as in fault(). TCP must be closed nevertheless, and tell the peer.
      Log.debug("a fault at close", e);
      tcp.resetAtClose();
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
          left.stream().release();
          leaving = null;
        }
      } finally {
        receiving.unbar();
      }
    }
  }

  /**
   * Whether bytes are unread that make this end's close a reset.
   *
   * @param unreadOnTcp whether there are some from before the peer's switch
   */
  boolean resetsUnread(boolean unreadOnTcp) throws IOException {
    return false; // a socket's close sends an end of file first
  }

  private boolean isReset() {
    try {
      return Integer.valueOf(0).equals(carrier.getOption(SocketOptions.SO_LINGER));
    } catch (SocketException e) {
      return false; // closed before
    } catch (OutOfMemoryError e) {
      return false; // the JDK makes an object to look for an option; the peer has to learn of this
    }
  }

  /** Called before the application asks for a keep-alive option, or sets one. */
  public void keepAliveAsked() {
    Transport now = negotiation.transport();
    if (now != null) {
      now.stream().keepAliveAsked();
    }
  }

  /** Called after the application has set an option on the carrier. */
  public void optionSet(int option, Object value) throws SocketException {
    switch (option) {
      case SocketOptions.SO_TIMEOUT -> tcp.timeout((Integer) value);
      case SocketOptions.TCP_NODELAY -> tcp.noDelaySet((Boolean) value);
      case SocketOptions.SO_OOBINLINE, SocketOptions.SO_SNDBUF, SocketOptions.SO_RCVBUF ->
          negotiation.optionsChanged();
      default -> {}
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
}
