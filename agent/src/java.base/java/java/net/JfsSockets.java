package java.net;

import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import sun.nio.ch.NioSocketImpl;

/**
 * What the JDK's socket classes call while the JFS agent is installed, in the places that the agent
 * changes. Until the agent has said what is JFS's, and where that fails, all stays the JDK's.
 *
 * <p>A member of {@code java.net}, defined there by the agent before it changes anything: a call of
 * a class that is not there fails for good. For that it must not be a {@link SocketImpl}, which the
 * JVM would load first, and unchanged. {@link JfsPlatformSocketImpl} is defined later: nothing here
 * may ask for it, not even by {@code instanceof}, before all is set; nor may a verifier, as by {@code
 * -Xverify:all}, have to know what it extends.
 */
public final class JfsSockets implements Consumer<Object[]> {

  private static final int CLIENT = 0;
  private static final int LISTENER = 1;

  /** Makes an implementation, for {@link #CLIENT} or {@link #LISTENER}; or none. Set once. */
  private static volatile IntFunction<SocketImpl> implementations;

  /**
   * Finds the JDK's implementation beneath one of JFS, and makes one of JFS above the JDK's. Set
   * once, before the first one.
   */
  private static volatile UnaryOperator<SocketImpl> platform;

  /** Tells an implementation of JFS what its program prefers. Set once, before the first one. */
  private static volatile BiConsumer<SocketImpl, int[]> preferences;

  private JfsSockets() {}

  /** Sets all three, in the order platform, preferences, implementations: the agent, once. */
  @Override
  @SuppressWarnings("unchecked") // the agent knows; the JDK's own interfaces are all it shares
  public void accept(Object[] jfs) {
    platform = (UnaryOperator<SocketImpl>) jfs[0];
    preferences = (BiConsumer<SocketImpl, int[]>) jfs[1];
    implementations = (IntFunction<SocketImpl>) jfs[2];
  }

  /**
   * Makes a platform implementation. The agent puts this call into {@code
   * SocketImpl.createPlatformSocketImpl}, in place of the making of a {@code NioSocketImpl}.
   */
  static SocketImpl make(boolean server) {
    IntFunction<SocketImpl> jfs = implementations;
    if (jfs != null) {
      try {
        SocketImpl target = jfs.apply(server ? LISTENER : CLIENT);
        if (target != null) {
          return JfsPlatformSocketImpl.above(target);
        }
      } catch (Exception | LinkageError e) {
        // A security manager that came after the agent may forbid it to load its classes here.
        // The application asked for a socket and must get one.
      }
    }
    return new NioSocketImpl(server);
  }

  /**
   * Answers what a listener that is older than the agent, and so a {@code NioSocketImpl}, is to
   * accept a connection into. The agent puts this call in place of the cast in {@code
   * NioSocketImpl.accept}.
   */
  public static NioSocketImpl platform(SocketImpl blank) {
    UnaryOperator<SocketImpl> jfs = platform;
    return (NioSocketImpl)
        (jfs != null && blank instanceof JfsPlatformSocketImpl above
            ? jfs.apply(above.target())
            : blank);
  }

  /**
   * Answers what a socket that was accepted is to have: JFS's, unless this is the program's own. A
   * thread that was in {@code accept} as the agent came has accepted into a {@code NioSocketImpl},
   * by the JDK's old instructions, and hands it to {@code Socket}, where the agent puts this call.
   */
  static SocketImpl accepted(SocketImpl impl) {
    UnaryOperator<SocketImpl> jfs = platform;
    if (impl instanceof NioSocketImpl && jfs != null) {
      try {
        return JfsPlatformSocketImpl.aboveConnected(jfs.apply(impl));
      } catch (Exception | LinkageError e) {
        // As in make(): it stays the JDK's.
      }
    }
    return impl;
  }

  /**
   * What a program prefers of a socket or server socket. The agent puts this call into {@code
   * setPerformancePreferences} of both, which are empty in the JDK and never fail.
   *
   * @param impl as it is: null perhaps, a proxy's, or the program's own
   */
  static void prefer(SocketImpl impl, int connectionTime, int latency, int bandwidth) {
    BiConsumer<SocketImpl, int[]> jfs = preferences;
    if (jfs == null) {
      return;
    }
    SocketImpl beneath = impl instanceof DelegatingSocketImpl proxy ? proxy.delegate() : impl;
    if (beneath instanceof JfsPlatformSocketImpl above) {
      try {
        jfs.accept(above.target(), new int[] {connectionTime, latency, bandwidth});
      } catch (Exception | LinkageError e) {
        // As in make(): JFS can't load its classes here, and does without.
      }
    }
  }
}
