package java.net;

import java.lang.ref.WeakReference;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ReservedStackAccess;

/**
 * A socket's TCP connection as long as JFS has no part in it: what went through it, and whether a
 * thread is in it. Refers to the socket weakly, since a forgotten one is to be collected.
 *
 * <p>A direction is one word: how many bytes went through it, whether a thread is in it, and
 * whether JFS has taken it. So a thread that leaves counts its bytes in the step in which it
 * leaves, and JFS learns in one step what it takes over: no byte is missed or counted twice. The
 * words are volatile and change by compare-and-set alone. The rest are estimates, and flags that a
 * status shows: a value that is lost matters little.
 */
public final class JfsPlainConnection extends WeakReference<JfsDeferredSocketImpl> {

  /** Why a transport may not have the connection: none, or what the program has done. */
  public static final int FREE = 0;

  /** The program has shut a direction down. */
  public static final int HALF_CLOSED = 1;

  /** The program has sent urgent data. */
  public static final int URGENT = 2;

  private static final long BUSY = 1;
  private static final long TAKEN = 2;
  private static final int SHIFT = 2;

  private static final Unsafe UNSAFE = Unsafe.getUnsafe();
  private static final long IN = UNSAFE.objectFieldOffset(JfsPlainConnection.class, "in");
  private static final long OUT = UNSAFE.objectFieldOffset(JfsPlainConnection.class, "out");

  private volatile long in;
  private volatile long out;

  /** The thread that is in a direction. A thread looks only whether it is itself. */
  private Thread reader;

  private Thread writer;

  /** What a nested write has sent after JFS took the direction. Used by the thread in it alone. */
  private long nested;

  private long readMicros;
  private long writtenMicros;

  /** Whether this end has written since it last read. */
  private boolean awaitsAnswer = true;

  /** The savings at which to ask whether the connection is worth a transport. */
  long due;

  /** What of the savings is in the sum of all connections. Guarded by the monitor of those. */
  long forgone;

  final boolean opened;
  final boolean local;
  final InetAddress remote;
  final int port;
  final int localPort;
  private final long since = System.currentTimeMillis();

  volatile int barred = FREE;
  private volatile boolean uncertain;
  private volatile boolean inputEnded;
  private volatile boolean outputEnded;

  // Of the list of live ones; guarded by its monitor.
  JfsPlainConnection older;
  JfsPlainConnection newer;
  boolean over;

  /** Written under that monitor: what a thread counts after this, it has the totals count too. */
  volatile boolean ended;

  long receivedTold;
  long sentTold;

  private JfsPlainConnection(
      JfsDeferredSocketImpl owner,
      boolean opened,
      boolean local,
      InetAddress remote,
      int port,
      int localPort) {
    super(owner, JfsPlainConnections.FORGOTTEN);
    this.opened = opened;
    this.local = local;
    this.remote = remote;
    this.port = port;
    this.localPort = localPort;
  }

  /** Makes that of a socket, of which the JDK's implementation is connected. */
  static JfsPlainConnection of(JfsDeferredSocketImpl owner, SocketImpl jdk, boolean opened) {
    InetAddress remote = jdk.getInetAddress();
    int port = jdk.getPort();
    int localPort = jdk.getLocalPort();
    return new JfsPlainConnection(
        owner, opened, isLocal(jdk, remote, port, localPort), remote, port, localPort);
  }

  /** Whether both ends appear to be on this host, as in jfs.shm.ShmProvider. */
  private static boolean isLocal(SocketImpl jdk, InetAddress remote, int port, int localPort) {
    if (remote == null) {
      return false;
    }
    if (remote.isLoopbackAddress() && port != localPort) {
      return true;
    }
    try {
      boolean same = remote.equals(jdk.getOption(SocketOptions.SO_BINDADDR));
      return port == localPort ? !same && remote.isLoopbackAddress() : same;
    } catch (SocketException e) {
      return false; // closed
    }
  }

  /** A thread is about to read on TCP; false if another one is, or JFS has the direction. */
  boolean beginRead() {
    Thread self = Thread.currentThread();
    long now = in;
    if ((now & (BUSY | TAKEN)) == 0 && UNSAFE.compareAndSetLong(this, IN, now, now | BUSY)) {
      reader = self; // and no call from here on: the stack may overflow in one
      return true;
    }
    return false;
  }

  /** It has read so many bytes; false if JFS has taken the direction, and has to be told. */
  @ReservedStackAccess
  boolean endRead(int n) {
    reader = null;
    return add(IN, n, BUSY);
  }

  /** A thread is about to write on TCP; false if another one is, or JFS has the direction. */
  boolean beginWrite() {
    Thread self = Thread.currentThread();
    long now = out;
    if ((now & (BUSY | TAKEN)) == 0 && UNSAFE.compareAndSetLong(this, OUT, now, now | BUSY)) {
      writer = self; // and no call from here on: the stack may overflow in one
      return true;
    }
    return false;
  }

  /** It has written so many bytes; false if JFS has taken the direction, and has to be told. */
  @ReservedStackAccess
  boolean endWrite(int n) {
    writer = null;
    return add(OUT, n, BUSY);
  }

  /**
   * Whether this thread is in a read or write already: the JDK has called a program's code from
   * there, such as an agent that it tells of a class.
   */
  boolean isReader() {
    return reader == Thread.currentThread();
  }

  boolean isWriter() {
    return writer == Thread.currentThread();
  }

  /** Counts what a thread has read in the midst of its own read. */
  void readBeside(int n) {
    add(IN, n, 0);
  }

  /** Counts what a thread has written in the midst of its own write. */
  void wroteBeside(int n) {
    if (!add(OUT, n, 0)) {
      nested += n;
    }
  }

  /** What was written so after JFS took the direction. */
  long nested() {
    return nested;
  }

  private boolean add(long word, int n, long leaves) {
    while (true) {
      long now = UNSAFE.getLongVolatile(this, word);
      if ((now & TAKEN) != 0) {
        return false;
      }
      if (UNSAFE.compareAndSetLong(
          this, word, now, (now & ~leaves) + ((long) n << SHIFT))) {
        return true;
      }
    }
  }

  /** JFS takes the receiving direction: returns {@link #count} and {@link #isBusy} of it. */
  long takeIn() {
    return take(IN);
  }

  /** JFS takes the sending direction. */
  long takeOut() {
    return take(OUT);
  }

  private long take(long word) {
    while (true) {
      long now = UNSAFE.getLongVolatile(this, word);
      if (UNSAFE.compareAndSetLong(this, word, now, now | TAKEN)) {
        return now;
      }
    }
  }

  static long count(long word) {
    return word >> SHIFT;
  }

  static boolean isBusy(long word) {
    return (word & BUSY) != 0;
  }

  /** How many bytes were read, so far. */
  public long received() {
    return count(in);
  }

  /** How many bytes were written, so far. */
  public long sent() {
    return count(out);
  }

  /** Estimates what a transport would have saved by a read; whether it is time to ask. */
  boolean savesByRead(int n) {
    long micros = readMicros + JfsPlainConnections.callMicros + (n >> JfsPlainConnections.shift);
    if (awaitsAnswer) {
      awaitsAnswer = false;
      micros += JfsPlainConnections.turnMicros;
    }
    readMicros = micros;
    return micros + writtenMicros >= due;
  }

  /** The same of a write. */
  boolean savesByWrite(int n) {
    awaitsAnswer = true;
    long micros =
        writtenMicros + JfsPlainConnections.callMicros + (n >> JfsPlainConnections.shift);
    writtenMicros = micros;
    return micros + readMicros >= due;
  }

  /** It ends, and JFS has this part of it. */
  void lived(JfsSocketPart part) {
    try {
      if (local && barred == FREE) {
        JfsPlainConnections.livedLate(part.savedMicros());
      }
    } catch (RuntimeException | Error e) {
      // It does not count: the program's socket must be closed whatever there is.
    }
  }

  /** A write has failed, and may have sent something. */
  void writeFailed() {
    uncertain = true;
  }

  void inputEnded() {
    inputEnded = true;
  }

  void outputEnded() {
    outputEnded = true;
  }

  /** What a transport would have saved by the reads, in microseconds. */
  public long readMicros() {
    return readMicros;
  }

  /** What a transport would have saved by the writes. */
  public long writtenMicros() {
    return writtenMicros;
  }

  /** Whether a write has failed, and may have sent more than is counted. */
  public boolean isUncertain() {
    return uncertain;
  }

  /** Whether nothing more will be read. */
  public boolean hasInputEnded() {
    return inputEnded;
  }

  /** Whether nothing more will be written. */
  public boolean hasOutputEnded() {
    return outputEnded;
  }

  /** Whether this end has connected, rather than accepted. */
  public boolean isOpened() {
    return opened;
  }

  /** The address of its peer; null if it was closed when it was made. */
  public InetAddress remote() {
    return remote;
  }

  /** The port of its peer. */
  public int port() {
    return port;
  }

  /** The port of this end. */
  public int localPort() {
    return localPort;
  }

  /** When the connection was made, in milliseconds since the epoch. */
  public long since() {
    return since;
  }

  /** {@link #FREE}, or why a transport may not have it. */
  public int barred() {
    return barred;
  }
}
