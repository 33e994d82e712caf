package jfs.core.switchover;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketException;
import java.net.SocketOptions;
import jfs.core.carrier.OwnTraffic;
import jfs.core.carrier.TcpConnection;
import jfs.core.stats.ConnectionStats;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Preference;
import jfs.core.transport.TransportProvider;

/**
 * The connection of a socket that a transport may serve. Until one is known, its bytes go by TCP as
 * the JDK's do, and are only counted. A thread may be blocked in TCP when one becomes known; it
 * hands over to JFS when it returns from there. Any thread may call; one reads and one writes at a
 * time, others wait.
 */
public final class DeferredSocket extends Deferred<SwitchableConnection> {

  /**
   * The rule of pairs, for who counts without this class: what a call, an answer, and one more of
   * so many bytes (2 to the power of this) are worth, in microseconds; what a pair costs; what all
   * connections of a JVM must have forgone; and the savings with which a connection first asks.
   */
  public static final int CALL_MICROS = UpgradePolicy.CALL_MICROS;

  public static final int TURN_MICROS = UpgradePolicy.TURN_MICROS;
  public static final int BYTES_SHIFT = UpgradePolicy.BYTES_SHIFT;
  public static final int COST_MICROS = UpgradePolicy.COST_MICROS;
  public static final long WORTH_MICROS = FirstPair.SOCKETS_MICROS;
  public static final long FIRST_MARK_MICROS = ListenerHistory.FIRST_MARK_MICROS;

  /** JFS's part has to read. */
  private static final int NOT_READ = -2;

  private final InputStream in;
  private final OutputStream out;
  private final SocketTraffic own;

  /** The locks of the two directions, before and after they are JFS's. */
  private final Mutex reads = new Mutex();

  private final Mutex writes = new Mutex();

  private final Handover handover = new Handover();

  /**
   * What the program has set as SO_TIMEOUT since JFS's part began to be made, which reads that
   * option; null if nothing. A thread that sets the option writes this and then looks for JFS's
   * part; a thread that makes that part publishes it and then reads this. All of it is volatile, so
   * at least one of the two passes the new timeout on.
   */
  private volatile Object timeoutSet;

  /** Takes a connection that was just made, and that this provider may serve. */
  public DeferredSocket(
      TcpConnection carrier,
      FourTuple ends,
      boolean connector,
      Preference preference,
      ConnectionStats stats,
      TransportProvider provider)
      throws IOException {
    super(carrier, ends, connector, preference, stats, provider);
    in = carrier.inputStream();
    out = carrier.outputStream();
    own = new SocketTraffic(stats);
  }

  @Override
  public OwnTraffic own() {
    return own;
  }

  @Override
  FirstPair firstPair() {
    return FirstPair.of(false);
  }

  @Override
  SwitchableConnection create(UpgradePolicy policy) throws IOException {
    timeoutSet = null;
    SocketAnchor tcp = new SocketAnchor(carrier, handover);
    return new SwitchableConnection(
        tcp, ends, connector, preference, stats, policy, own, reads, writes);
  }

  @Override
  void published(SwitchableConnection now) throws IOException {
    for (Object set = timeoutSet; set != null; set = timeoutSet) {
      timeoutSet = null;
      now.optionSet(SocketOptions.SO_TIMEOUT, set);
    }
  }

  /** Reads at least one byte, blocking, or -1 at end of file. */
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int n = handover.leavesToJfs ? NOT_READ : readItself(bytes, offset, length);
    return n == NOT_READ ? made().read(bytes, offset, length) : n;
  }

  private int readItself(byte[] bytes, int offset, int length) throws IOException {
    if (!reads.tryLock() && !awaitsTurn()) {
      return NOT_READ;
    }
    boolean asks = false;
    try {
      // First this, and then the look: see Anchor.readsAt.
      handover.readsAt = own.received();
      if (handover.leavesToJfs) {
        return NOT_READ;
      }
      long start = System.nanoTime();
      byte first = bytes[offset];
      int n;
      try {
        n = in.read(bytes, offset, length);
      } catch (SocketException e) {
        if (handover.leavesToJfs) {
          return made().goOn(bytes, offset, length, start, e);
        }
        throw e;
      }
      if (handover.leavesToJfs) {
        return goOn(bytes, offset, length, first, start, n);
      }
      asks = counts(n);
      return n;
    } finally {
      leaveReads(asks);
    }
  }

  private boolean counts(int n) {
    if (n < 0) {
      stats.inputEnded();
      return false;
    }
    return own.read(n);
  }

  /** What TCP has brought when a transport is known already. */
  private int goOn(byte[] bytes, int offset, int length, byte first, long start, int n)
      throws IOException {
    return n < 0
        ? NOT_READ // TCP's end, which need not be the stream's: TCP tells of it again
        : made().goOn(bytes, offset, length, first, start, n);
  }

  /**
   * Another thread reads. How long this one may wait for its turn is JFS's to know: then this
   * returns false. Without memory for that it waits here.
   */
  private boolean awaitsTurn() throws IOException {
    try {
      make();
      handover.leavesToJfs = true;
      return false;
    } catch (RuntimeException | LinkageError | VirtualMachineError e) {
      reads.lock();
      return true;
    }
  }

  /** Writes all bytes, blocking. */
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (handover.leavesToJfs || !writeItself(bytes, offset, length)) {
      made().write(bytes, offset, length);
    }
  }

  /**
   * Takes over what went by TCP before, and keeps each direction locked for the thread that is in
   * it. Called before anything else, by one thread; does nothing that may fail.
   */
  public void takeOver(TrafficBefore before) {
    own.takeOver(before);
    if (before.reading) {
      reads.lockForAnother();
      handover.readsAt = before.received;
    }
    if (before.writing) {
      writes.lockForAnother();
    }
  }

  /** The connections of this JVM are worth a transport. */
  public void becomeWorthIt() {
    firstPair().made();
  }

  /** The read that was under way {@linkplain #takeOver before} has returned this. */
  public int readReturned(byte[] bytes, int offset, int length, byte first, long start, int n)
      throws IOException {
    int result = NOT_READ;
    boolean asks = false;
    reads.claim();
    try {
      if (handover.leavesToJfs) {
        result = goOn(bytes, offset, length, first, start, n);
      } else {
        asks = counts(n);
        return n;
      }
    } finally {
      leaveReads(asks);
    }
    return result == NOT_READ ? made().read(bytes, offset, length) : result;
  }

  /** That read has met an error of TCP. */
  public int readFailed(
      byte[] bytes, int offset, int length, byte first, long start, SocketException met)
      throws IOException {
    reads.claim();
    try {
      if (handover.leavesToJfs) {
        return made().goOn(bytes, offset, length, start, met);
      }
      throw met;
    } finally {
      leaveReads(false);
    }
  }

  /** That read is over, and has brought nothing. */
  public void readEnded() {
    reads.claim();
    leaveReads(false);
  }

  private void leaveReads(boolean asks) {
    handover.readsAt = CarrierAnchor.NOT_READING;
    reads.unlock();
    leaves(asks);
  }

  /** The write that was under way {@linkplain #takeOver before} has given so much to TCP. */
  public void wrote(long n) {
    writes.claim();
    boolean asks = own.wrote(n);
    writes.unlock();
    leaves(asks);
  }

  /** That write has met this, which may be no exception; returns what the program is told. */
  public IOException writeFailed(IOException met) {
    writes.claim();
    own.writeFailed();
    try {
      return met instanceof SocketException e ? told(e) : met;
    } finally {
      writes.unlock();
      leaves(false);
    }
  }

  private SocketException told(SocketException met) {
    try {
      return handover.leavesToJfs ? made().told(made().sending().asTold(met)) : met;
    } catch (InternalError e) {
      return SwitchableConnection.fault(e);
    }
  }

  private boolean writeItself(byte[] bytes, int offset, int length) throws IOException {
    boolean asks = false;
    writes.lock();
    try {
      if (handover.leavesToJfs) {
        return false;
      }
      boolean done = false;
      try {
        out.write(bytes, offset, length);
        done = true;
      } finally {
        if (!done) {
          own.writeFailed();
        }
      }
      asks = own.wrote(length);
      return true;
    } catch (SocketException e) {
      throw told(e);
    } finally {
      writes.unlock();
      leaves(asks);
    }
  }

  /** A thread leaves a direction. */
  private void leaves(boolean asks) {
    if (asks) {
      try {
        due();
      } catch (IOException | RuntimeException | LinkageError | VirtualMachineError e) {
        // The program's read or write is done, and must report that. The next one asks again.
      }
    }
    if (handover.leavesToJfs) {
      made().leaves(); // a thread that closes may have left the release to this one
    }
  }

  /** The number of bytes that can be read without blocking. */
  public int available() throws IOException {
    SwitchableConnection jfs = made();
    return jfs == null ? carrier.available() : jfs.available();
  }

  /** Ends the sending direction. */
  public void shutdownOutput() throws IOException {
    SwitchableConnection jfs = bar();
    if (jfs == null) {
      carrier.shutdownOutput();
    } else {
      jfs.shutdownOutput();
    }
  }

  /** Makes every further read return end of file. */
  public void shutdownInput() throws IOException {
    SwitchableConnection jfs = bar();
    if (jfs == null) {
      carrier.shutdownInput();
    } else {
      jfs.shutdownInput();
    }
  }

  /** Sends one byte of urgent data. */
  public void sendUrgentData(int data) throws IOException {
    SwitchableConnection jfs = bar();
    if (jfs == null) {
      carrier.sendUrgentData(data);
    } else {
      jfs.sendUrgentData(data);
    }
  }

  /** Called before the application asks for a keep-alive option, or sets one. */
  public void keepAliveAsked() {
    SwitchableConnection jfs = made();
    if (jfs != null) {
      jfs.keepAliveAsked();
    }
  }

  /** Called after the application has set an option on the carrier. */
  public void optionSet(int option, Object value) throws SocketException {
    if (option == SocketOptions.SO_TIMEOUT) {
      timeoutSet = value;
    }
    SwitchableConnection jfs = made();
    if (jfs != null) {
      jfs.optionSet(option, value);
    }
  }

  /** The value of an option for the application, given what the carrier says. */
  public Object option(int option, Object carriers) {
    SwitchableConnection jfs = made();
    return jfs == null ? carriers : jfs.option(option, carriers);
  }

  /** What a transport would have saved so far, in microseconds; without bound if there is one. */
  public long savedMicros() {
    return isCommitted() ? Long.MAX_VALUE : forgoneMicros();
  }

  /** Whether both ends have committed to a transport. */
  public boolean isCommitted() {
    SwitchableConnection jfs = made();
    return jfs != null && jfs.isCommitted();
  }
}
