package java.net;

import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import sun.nio.ch.DefaultSelectorProvider;
import sun.nio.ch.NioSocketImpl;

/**
 * The methods that the JDK's socket classes call while the JFS agent is installed, in the places
 * that the agent changes. Until the agent has set JFS's functions here, and where these fail,
 * sockets stay the JDK's.
 *
 * <p>The agent defines it in {@code java.net} before it changes anything: a call of a class that is
 * missing fails for good. So it must not be a {@link SocketImpl}, which the JVM would then load
 * first, and unchanged. {@link JfsPlatformSocketImpl} and {@link JfsDeferredSocketImpl} are defined
 * later: before all is set, nothing here may refer to them, not even by {@code instanceof}; and no
 * verifier, as with {@code -Xverify:all}, may need to know what they extend.
 */
public final class JfsSockets implements Consumer<Object[]>, Supplier<Object> {

  private static final int CLIENT = 0;
  private static final int LISTENER = 1;

  /**
   * Makes an implementation, for {@link #CLIENT} or {@link #LISTENER}; or returns null. Set once.
   */
  private static volatile IntFunction<SocketImpl> implementations;

  /**
   * Finds the JDK's implementation beneath one of JFS, and makes one of JFS above the JDK's. Set
   * once, before {@link #implementations}.
   */
  private static volatile UnaryOperator<SocketImpl> platform;

  /**
   * Whether sockets may be of JFS, where JFS gets a part in a connection only when it is worth one;
   * else null. Set once, before {@link #implementations}.
   */
  private static volatile BooleanSupplier deferred;

  /**
   * Tells an implementation of JFS, or a channel, what its program prefers. Set once, before {@link
   * #implementations}.
   */
  private static volatile BiConsumer<Object, int[]> preferences;

  private JfsSockets() {}

  /**
   * Sets all four, in the order platform, preferences, deferred, implementations; the agent calls
   * it once.
   */
  @Override
  @SuppressWarnings("unchecked") // the agent knows; the JDK's own interfaces are all it shares
  public void accept(Object[] jfs) {
    platform = (UnaryOperator<SocketImpl>) jfs[0];
    preferences = (BiConsumer<Object, int[]>) jfs[1];
    deferred = (BooleanSupplier) jfs[2];
    implementations = (IntFunction<SocketImpl>) jfs[3];
  }

  /** The JDK's own provider of selectors and channels, whichever the program has chosen. */
  @Override
  public Object get() {
    return DefaultSelectorProvider.get();
  }

  /**
   * Makes a platform implementation. The agent puts this call into {@code
   * SocketImpl.createPlatformSocketImpl}, in place of {@code new NioSocketImpl}.
   */
  static SocketImpl make(boolean server) {
    IntFunction<SocketImpl> jfs = implementations;
    BooleanSupplier mayDefer = deferred;
    if (jfs != null && mayDefer != null) {
      if (mayDefer.getAsBoolean()) {
        return JfsDeferredSocketImpl.of(server);
      }
    } else if (jfs != null) {
      try {
        SocketImpl target = jfs.apply(server ? LISTENER : CLIENT);
        if (target != null) {
          return JfsPlatformSocketImpl.above(target);
        }
      } catch (Exception | LinkageError e) {
        // A security manager that came after the agent may forbid JFS to load its classes here. The
        // application asked for a socket and must get one.
      }
    }
    return new NioSocketImpl(server);
  }

  /**
   * Returns the implementation into which a listener accepts that is older than the agent, and so a
   * {@code NioSocketImpl}. The agent puts this call in place of the cast in {@code
   * NioSocketImpl.accept}.
   */
  public static NioSocketImpl platform(SocketImpl blank) {
    UnaryOperator<SocketImpl> jfs = platform;
    if (jfs != null) {
      if (blank instanceof JfsDeferredSocketImpl mine) {
        return (NioSocketImpl) mine.adopt();
      }
      if (blank instanceof JfsPlatformSocketImpl above) {
        return (NioSocketImpl) jfs.apply(above.target());
      }
    }
    return (NioSocketImpl) blank;
  }

  /**
   * Returns the implementation for an accepted socket: JFS's, unless this one is the program's own.
   * A thread that was in {@code accept} when the agent came runs the JDK's old instructions: it has
   * accepted into a {@code NioSocketImpl}, and gives that to {@code Socket}, where the agent puts
   * this call.
   */
  static SocketImpl accepted(SocketImpl impl) {
    UnaryOperator<SocketImpl> jfs = platform;
    BooleanSupplier mayDefer = deferred;
    if (impl instanceof NioSocketImpl
        && jfs != null
        && (mayDefer == null || mayDefer.getAsBoolean())) {
      try {
        return mayDefer == null
            ? JfsPlatformSocketImpl.aboveConnected(jfs.apply(impl))
            : JfsDeferredSocketImpl.ofConnected(impl);
      } catch (Exception | LinkageError e) {
        // As in make(): it stays the JDK's.
      }
    }
    return impl;
  }

  /** Whether no value is higher than the others, as in jfs.core.transport.Preference. */
  private static boolean isTie(int[] weights) {
    int[] sorted = weights.clone();
    Arrays.sort(sorted);
    return sorted[1] == sorted[2];
  }

  /**
   * Passes on what a program prefers for a socket or server socket. The agent puts this call into
   * {@code setPerformancePreferences} of both, which are empty in the JDK and never fail.
   *
   * @param socket a {@code Socket} or {@code ServerSocket}, perhaps a channel's
   * @param impl the socket's own: perhaps null, a proxy's, or the program's
   */
  static void prefer(
      Object socket, SocketImpl impl, int connectionTime, int latency, int bandwidth) {
    BiConsumer<Object, int[]> jfs = preferences;
    if (jfs == null) {
      return;
    }
    try {
      int[] weights = {connectionTime, latency, bandwidth};
      Object target = target(socket, impl);
      if (target instanceof JfsDeferredSocketImpl mine) {
        mine.prefer(isTie(weights) ? null : weights);
      } else if (target != null) {
        jfs.accept(target, weights);
      }
    } catch (Exception | LinkageError e) {
      // As in make(): JFS cannot load its classes here, and does without.
    }
  }

  /** The implementation of JFS, or the channel, that is to know; null if there is neither. */
  private static Object target(Object socket, SocketImpl impl) {
    SocketImpl beneath = impl instanceof DelegatingSocketImpl proxy ? proxy.delegate() : impl;
    if (beneath instanceof JfsPlatformSocketImpl above) {
      return above.target();
    }
    if (beneath instanceof JfsDeferredSocketImpl) {
      return beneath;
    }
    return socket instanceof Socket one
        ? one.getChannel()
        : ((ServerSocket) socket).getChannel();
  }
}
