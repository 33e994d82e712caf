package java.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import jdk.internal.vm.annotation.ReservedStackAccess;
import sun.nio.ch.NioSocketImpl;

/**
 * The JDK's platform implementation of a socket while the JFS agent is installed, unless JFS has to
 * know of each connection as soon as it is made ({@link JfsPlatformSocketImpl} is for that). It is
 * the JDK's own, with a count of what goes through, until JFS gets a part in its connection; then
 * all operations are JFS's.
 *
 * <p>The monitor orders that moment with the operations that end the connection, or a direction of
 * it. No thread holds it while it waits for the peer.
 */
public final class JfsDeferredSocketImpl extends JfsJdkSocketImpl {

  private boolean datagram;

  /** Whether a listener not of JFS accepts into {@link #jdk}, until a thread has entered that. */
  private volatile boolean adopted;

  /** Null until the connection is made, and if there was no memory then. */
  private volatile JfsPlainConnection connection;

  /** Null until JFS has a part. Written under the monitor. */
  private volatile JfsSocketPart part;

  /** Guarded by the monitor. */
  private boolean closed;

  /** Whether a thread makes JFS's part. Set under the monitor; that thread alone takes it back. */
  private volatile boolean taking;

  /** Whether the program has set that a close may linger. Written by the thread that sets it. */
  private volatile boolean lingers;

  /** For the connection that this will make, or the listener that it will become; or null. */
  private volatile int[] preference;

  /** That when this listener was bound; applies to all connections that it accepts. */
  private volatile int[] preferenceOfAccepted;

  private JfsDeferredSocketImpl(SocketImpl jdk) {
    super(jdk);
  }

  /** Makes one without a kernel socket. */
  static SocketImpl of(boolean server) {
    return new JfsDeferredSocketImpl(new NioSocketImpl(server));
  }

  /** Makes one for a connection that a listener not of JFS has accepted. */
  static SocketImpl ofConnected(SocketImpl jdk) {
    JfsDeferredSocketImpl made = new JfsDeferredSocketImpl(jdk);
    made.adopted = true;
    made.copyFields();
    made.connection();
    return made;
  }

  /**
   * The JDK's, for a listener that is not of JFS to accept a connection into. The first use of the
   * connection counts it.
   */
  SocketImpl adopt() {
    adopted = true;
    return jdk;
  }

  /** What the program prefers, or null. No effect on a connection, or a listener that is bound. */
  void prefer(int[] weights) {
    if (connection == null && !adopted) {
      preference = weights;
    }
  }

  @Override
  protected void create(boolean stream) throws IOException {
    jdk.create(stream);
    datagram = !stream;
    fd = jdk.getFileDescriptor();
  }

  @Override
  protected void listen(int backlog) throws IOException {
    jdk.listen(backlog);
    preferenceOfAccepted = preference;
  }

  @Override
  protected void accept(SocketImpl blank) throws IOException {
    if (blank instanceof JfsDeferredSocketImpl accepted) {
      jdk.accept(accepted.jdk);
      accepted.preference = preferenceOfAccepted;
      accepted.fd = accepted.jdk.getFileDescriptor();
      accepted.made(false);
    } else {
      jdk.accept(blank);
    }
  }

  /** That works, whatever becomes of the count. */
  @Override
  void made(boolean opened) {
    copyAddresses();
    if (datagram) {
      return;
    }
    try {
      enter(JfsPlainConnection.of(this, jdk, opened));
      if (preference != null) {
        give();
      }
    } catch (RuntimeException | Error e) {
      // It is not counted, or JFS gets its part later.
    }
  }

  /** A thread that closes sees no connection yet, or one that has been entered. */
  private synchronized void enter(JfsPlainConnection made) {
    JfsPlainConnections.enter(made);
    connection = made;
    if (closed) {
      JfsPlainConnections.end(made);
    }
  }

  /** The connection, also if a listener not of JFS accepted it; null if there is none. */
  private JfsPlainConnection connection() {
    if (adopted && connection == null) {
      notice();
    }
    return connection;
  }

  /** Tries once: a stream that is not counted may be in the program's hands after that. */
  private synchronized void notice() {
    if (adopted && connection == null && jdk.getPort() != 0) {
      made(false);
      adopted = false;
    }
  }

  /** The connection has reached what was due. The program's call is done, and must report that. */
  void due() {
    try {
      if (JfsPlainConnections.isDue(connection) && part == null) {
        give();
      }
    } catch (RuntimeException | Error e) {
      // The next one asks again.
    }
  }

  /**
   * Gives the connection to JFS, if it is open and JFS can make its part now. Does not wait for
   * another thread that does the same.
   *
   * @return whether JFS has it
   */
  boolean give() {
    try {
      if (part == null && take()) {
        if (lingers) {
          part.lingers();
        }
        part.begin();
      }
    } catch (IOException | RuntimeException | Error e) {
      // TCP works on. A thread that has no other way tries again.
    }
    return part != null;
  }

  /**
   * Whether this call has JFS take over. To make JFS's part may run a program's code, such as an
   * agent that the JVM tells of a class, and that may use this very socket: no lock is held then.
   */
  private boolean take() throws IOException {
    JfsPlainConnection now = connection;
    int barred;
    synchronized (this) {
      if (part != null || now == null || closed || taking) {
        return false;
      }
      barred = now.barred;
      taking = true;
    }
    JfsSocketPart made = null;
    try {
      made =
          JfsPlainConnections.maker().make(jdk, now, preference, JfsPlainConnections.isWorthIt());
    } finally {
      if (made == null) {
        taking = false;
      }
    }
    if (take(now, barred, made)) {
      return true;
    }
    made.abandon();
    return false;
  }

  /** Nothing here may fail halfway, not even for lack of stack. */
  @ReservedStackAccess
  private synchronized boolean take(JfsPlainConnection now, int barred, JfsSocketPart made) {
    taking = false;
    // What the program has shut down meanwhile it has shut down without JFS's part.
    if (closed || now.barred != barred || !JfsPlainConnections.move(now, made)) {
      return false;
    }
    part = made;
    return true;
  }

  /** JFS's part, which has taken over, or is just doing so. */
  synchronized JfsSocketPart part() {
    return part;
  }

  /** JFS's operations; null as long as they are the JDK's. */
  private SocketImpl jfs() {
    JfsSocketPart now = part;
    return now == null ? null : now.impl();
  }

  /** Has the connection stay on TCP, unless JFS has a part in it: returns its operations. */
  private synchronized SocketImpl bar(int why) {
    JfsPlainConnection now = connection();
    if (now != null && now.barred == JfsPlainConnection.FREE) {
      now.barred = why;
    }
    return jfs();
  }

  @Override
  protected InputStream getInputStream() throws IOException {
    SocketImpl jfs = jfs();
    if (jfs != null) {
      return new JfsReservedInput(jfs.getInputStream());
    }
    JfsPlainConnection now = connection();
    InputStream in = jdk.getInputStream();
    return now == null ? in : new JfsSocketInput(this, now, in);
  }

  @Override
  protected OutputStream getOutputStream() throws IOException {
    SocketImpl jfs = jfs();
    if (jfs != null) {
      return new JfsReservedOutput(jfs.getOutputStream());
    }
    JfsPlainConnection now = connection();
    OutputStream out = jdk.getOutputStream();
    return now == null ? out : new JfsSocketOutput(this, now, out);
  }

  @Override
  protected int available() throws IOException {
    if (part == null) {
      int available = jdk.available();
      if (part == null) { // else the transport's doorbells may be among these
        return available;
      }
    }
    return jfs().available();
  }

  @Override
  @ReservedStackAccess
  protected void close() throws IOException {
    if (lingers && JfsPlainConnections.isWorthIt()) {
      give(); // which can tell of a connection that takes long to close
    }
    SocketImpl jfs;
    boolean first;
    synchronized (this) {
      first = !closed;
      closed = true;
      connection();
      jfs = jfs();
    }
    if (jfs != null) {
      if (first) {
        connection.lived(part);
      }
      jfs.close();
      return;
    }
    try {
      jdk.close();
    } finally {
      JfsPlainConnection now = connection;
      if (now != null) {
        JfsPlainConnections.end(now);
      }
    }
  }

  @Override
  @ReservedStackAccess
  protected void shutdownInput() throws IOException {
    SocketImpl jfs = bar(JfsPlainConnection.HALF_CLOSED);
    if (jfs != null) {
      jfs.shutdownInput();
      return;
    }
    jdk.shutdownInput();
    JfsPlainConnection now = connection;
    if (now != null) {
      now.inputEnded();
    }
  }

  @Override
  @ReservedStackAccess
  protected void shutdownOutput() throws IOException {
    SocketImpl jfs = bar(JfsPlainConnection.HALF_CLOSED);
    if (jfs != null) {
      jfs.shutdownOutput();
      return;
    }
    jdk.shutdownOutput();
    JfsPlainConnection now = connection;
    if (now != null) {
      now.outputEnded();
    }
  }

  @Override
  protected void sendUrgentData(int data) throws IOException {
    SocketImpl jfs = bar(JfsPlainConnection.URGENT);
    (jfs == null ? jdk : jfs).sendUrgentData(data);
  }

  @Override
  public void setOption(int option, Object value) throws SocketException {
    SocketImpl jfs = jfs();
    if (jfs == null) {
      jdk.setOption(option, value);
      if (option == SocketOptions.SO_LINGER) {
        lingers(value);
      }
      jfs = jfs(); // JFS may have read what was set before: it is told once more
    }
    if (jfs != null) {
      jfs.setOption(option, value);
    }
  }

  /** The value is a time in seconds; {@link Boolean#FALSE} or a number below 0 means none. */
  private void lingers(Object value) {
    lingers = value instanceof Integer seconds && seconds > 0;
  }

  @Override
  public Object getOption(int option) throws SocketException {
    if (part == null) {
      Object value = jdk.getOption(option);
      if (part == null) { // else JFS may have set it for itself
        return value;
      }
    }
    return jfs().getOption(option);
  }

  @Override
  protected <T> void setOption(SocketOption<T> option, T value) throws IOException {
    SocketImpl jfs = jfs();
    if (jfs == null) {
      jdk.setOption(option, value);
      if (option == StandardSocketOptions.SO_LINGER) {
        lingers(value);
      }
      jfs = jfs();
    }
    if (jfs != null) {
      jfs.setOption(option, value);
    }
  }

  @Override
  protected <T> T getOption(SocketOption<T> option) throws IOException {
    if (part == null) {
      T value = jdk.getOption(option);
      if (part == null) {
        return value;
      }
    }
    return jfs().getOption(option);
  }
}
