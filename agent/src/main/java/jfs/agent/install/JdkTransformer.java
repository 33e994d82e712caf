package jfs.agent.install;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import jfs.core.config.Log;

/**
 * Applies {@link JdkPatches} whenever the JVM loads, redefines or retransforms one of their
 * classes. It stays registered for good: otherwise another agent that retransforms a class would
 * undo the change, and older listeners would have to accept into implementations that they do not
 * know. While JFS is {@linkplain #detached detached} it leaves out the changes that make sockets
 * and channels of JFS; those remain that the ones that live need, and selectors, which take both.
 *
 * <p>Every class that the JVM loads from now on passes here, on the thread that loads it, so all
 * other classes must pass fast. Many threads may call at once.
 */
final class JdkTransformer implements ClassFileTransformer, BooleanSupplier {

  private static final String UNEXPECTED = "this JDK is not as expected";

  private static final int SOCKET_IMPL = 0;
  private static final int NIO_SOCKET_IMPL = 1;
  private static final int SOCKET = 2;
  private static final int SERVER_SOCKET = 3;
  private static final int SELECTOR_PROVIDER = 4;
  private static final int SERVER_CHANNEL = 5;
  private static final int EPOLL_PROVIDER = 6;
  private static final int ASYNCHRONOUS_BASE = 7;
  private static final int ASYNCHRONOUS_CHANNEL = 8;
  private static final int ASYNCHRONOUS_PROVIDER = 9;
  private static final int ASYNCHRONOUS_SERVER = 10;
  private static final int NONE = -1;

  private static final String[] NAMES = {
    JdkPatches.SOCKET_IMPL,
    JdkPatches.NIO_SOCKET_IMPL,
    JdkPatches.SOCKET,
    JdkPatches.SERVER_SOCKET,
    JdkPatches.SELECTOR_PROVIDER,
    JdkPatches.SERVER_CHANNEL,
    JdkPatches.EPOLL_PROVIDER,
    AsynchronousPatches.BASE,
    AsynchronousPatches.CHANNEL,
    AsynchronousPatches.PROVIDER,
    AsynchronousPatches.SERVER_CHANNEL
  };

  /** Those that make sockets and channels, or get preferences for them. */
  private static final List<Integer> MAKES =
      List.of(
          SOCKET_IMPL,
          SOCKET,
          SERVER_SOCKET,
          SELECTOR_PROVIDER,
          SERVER_CHANNEL,
          ASYNCHRONOUS_PROVIDER,
          ASYNCHRONOUS_SERVER);

  /** Whether each class had its change when the JVM last made it. Guarded by this monitor. */
  private final boolean[] applied = new boolean[NAMES.length];

  private final Throwable[] failures = new Throwable[NAMES.length];

  /** Whether the class of the JDK's listeners has its change, or is not loaded. */
  private volatile boolean allowsSockets = true;

  /** Has new channels be the JDK's; null where they are. Written before {@link #changed}. */
  private Runnable leavesChannels;

  /** How many of the classes, in their order, are changed. */
  private volatile int changed = SELECTOR_PROVIDER;

  /** Whether a failure is another agent's doing from now on, and is logged here. Written once. */
  private volatile boolean installed;

  /** Whether new sockets and channels are the JDK's. */
  private volatile boolean detached;

  /** Whether such a failure was logged. A race may log it again. */
  private volatile boolean said;

  @Override
  public byte[] transform(
      Module module,
      ClassLoader loader,
      String className,
      Class<?> classBeingRedefined,
      ProtectionDomain protectionDomain,
      byte[] classfileBuffer) {
    if (loader != null || className == null) {
      return null;
    }
    if (tellsOfATool(className)) {
      Tools.come(className);
      return null;
    }
    int index = indexOf(className);
    if (index == NONE || index >= changed || (detached && MAKES.contains(index))) {
      return null;
    }
    return transform(index, classfileBuffer);
  }

  private static boolean tellsOfATool(String className) {
    return switch (className.length()) {
      case 33 -> className.equals(Tools.FLIGHT_RECORDER);
      case 38 -> className.equals(Tools.MBEAN_SERVER);
      default -> false;
    };
  }

  /** From now on, new sockets and channels are the JDK's, or JFS's again. */
  void detach(boolean now) {
    detached = now;
  }

  boolean isDetached() {
    return detached;
  }

  /** The classes that have to be transformed again for {@link #detach} to change them. */
  List<String> makers() {
    List<String> names = new ArrayList<>();
    for (int index : MAKES) {
      if (index < changed) {
        names.add(NAMES[index].replace('/', '.'));
      }
    }
    return names;
  }

  /**
   * From now on, changes the classes of channels, too.
   *
   * @param leaves is run if new selectors are the JDK's again: they do not look at channels of JFS,
   *     not at those either that are connected by then
   */
  void addChannels(Runnable leaves) {
    leavesChannels = leaves;
    changed = ASYNCHRONOUS_BASE;
  }

  /** And those of asynchronous channels, which work as before. */
  void addAsynchronous() {
    changed = ASYNCHRONOUS_PROVIDER;
  }

  /** And those that make asynchronous channels, which are then of JFS; or not any more. */
  void addAsynchronousMakers(boolean add) {
    changed = add ? NAMES.length : ASYNCHRONOUS_PROVIDER;
  }

  /** The index of a class, or NONE. They differ in the lengths of their names. */
  private static int indexOf(String className) {
    int index;
    switch (className.length()) {
      case 15 -> index = SOCKET;
      case 19 -> index = SOCKET_IMPL;
      case 21 -> index = SERVER_SOCKET;
      case 24 -> index = NIO_SOCKET_IMPL;
      case 31 -> index = SELECTOR_PROVIDER;
      case 32 -> index = EPOLL_PROVIDER;
      case 34 -> index = SERVER_CHANNEL;
      case 40 -> index = ASYNCHRONOUS_BASE;
      case 43 -> index = ASYNCHRONOUS_PROVIDER;
      case 44 -> index = ASYNCHRONOUS_CHANNEL;
      case 50 -> index = ASYNCHRONOUS_SERVER;
      default -> {
        return NONE;
      }
    }
    return NAMES[index].equals(className) ? index : NONE;
  }

  private byte[] transform(int index, byte[] original) {
    try {
      byte[] patched = patched(index, original);
      note(index, null);
      return patched;
    } catch (Throwable t) { // the JVM would swallow it
      note(index, t);
      if (index == EPOLL_PROVIDER) {
        leavesChannels.run(); // which needs no memory
      }
      sayOnce(index, t);
      return null;
    }
  }

  private synchronized void note(int index, Throwable failure) {
    applied[index] = failure == null;
    failures[index] = failure;
    if (index == NIO_SOCKET_IMPL) {
      allowsSockets = failure == null;
    }
  }

  private static byte[] patched(int index, byte[] original) {
    if (index == SOCKET_IMPL) {
      return JdkPatches.socketImpl(original);
    }
    if (index == NIO_SOCKET_IMPL) {
      return JdkPatches.nioSocketImpl(original);
    }
    if (index == EPOLL_PROVIDER) {
      return JdkPatches.selectors(original);
    }
    if (index >= ASYNCHRONOUS_BASE) {
      return asynchronous(index, original);
    }
    if (index >= SELECTOR_PROVIDER) {
      return JdkPatches.channels(original);
    }
    byte[] hearing = hearing(index, original);
    return index == SOCKET ? accepting(hearing, original) : hearing;
  }

  private static byte[] asynchronous(int index, byte[] original) {
    return switch (index) {
      case ASYNCHRONOUS_BASE -> AsynchronousPatches.base(original);
      case ASYNCHRONOUS_CHANNEL -> AsynchronousPatches.channel(original);
      default -> AsynchronousPatches.makes(original);
    };
  }

  /** Without this change preferences have no effect, as without JFS. */
  private static byte[] hearing(int index, byte[] original) {
    try {
      return JdkPatches.preferences(original);
    } catch (IllegalArgumentException e) {
      Log.debug("no preferences from " + NAMES[index] + ": " + Log.describe(e));
      return null;
    }
  }

  /** Without this change, the result of an accept that is older than the agent stays the JDK's. */
  private static byte[] accepting(byte[] hearing, byte[] original) {
    try {
      byte[] both = JdkPatches.accepted(hearing == null ? original : hearing);
      return both == null ? hearing : both;
    } catch (IllegalArgumentException e) {
      Log.debug("no connections that are accepted already", e);
      return hearing;
    }
  }

  private void sayOnce(int index, Throwable cause) {
    if (installed && !said) {
      said = true;
      try {
        Log.warn(NAMES[index] + " is not as expected any more, " + losses(index), cause);
      } catch (Throwable t) {
        // It cannot be logged.
      }
    }
  }

  private static String losses(int index) {
    if (index >= ASYNCHRONOUS_BASE) {
      return "new asynchronous channels are the JDK's";
    }
    if (index >= SELECTOR_PROVIDER) {
      return "new channels are the JDK's";
    }
    return index == SOCKET || index == SERVER_SOCKET
        ? "preferences have no effect"
        : "new sockets are the JDK's";
  }

  /**
   * Whether sockets of JFS may be made: a listener of the JDK's could not accept into one if its
   * class had lost the change.
   */
  boolean allowsSockets() {
    return allowsSockets && !detached;
  }

  /** The same, for code that knows only the JDK's interfaces. */
  @Override
  public boolean getAsBoolean() {
    return allowsSockets();
  }

  /**
   * Whether the change to a class was applied; if not, the class had been loaded before.
   *
   * @throws IllegalStateException if it can't be
   */
  synchronized boolean has(String name) {
    int index = indexOf(name.replace('.', '/'));
    if (failures[index] != null) {
      throw new IllegalStateException(UNEXPECTED, failures[index]);
    }
    return applied[index];
  }

  /** From now on, a class that is not as expected is another agent's doing. */
  void installed() {
    installed = true;
  }
}
