package jfs.core.platform;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.net.SocketImpl;

/**
 * JFS's way into the JDK: defines its class in {@code java.net}, once per JVM, where that package
 * is open.
 */
public final class JavaNet {

  /** The resource with JFS's class for {@code java.net}; no class loader finds the class there. */
  public static final String SOCKET_CALLS_RESOURCE = "META-INF/jfs/JfsSocketCalls1.class";

  /** The lookup into the JDK that the agent gave, or null. Written once, before any socket. */
  private static volatile Lookup given;

  /** The bytes of that class, from the agent; null if JFS has to read them itself. */
  private static volatile byte[] socketCalls;

  private static final String CALLS = "java.net.JfsSocketCalls1";

  private JavaNet() {}

  /**
   * Takes a lookup of a class in a module to which {@code java.net} and {@code sun.nio.ch} are
   * open. Without one JFS uses its own lookup, for {@code --add-opens}. Call this before the first
   * socket.
   *
   * @param newSocketCalls the bytes of {@link #SOCKET_CALLS_RESOURCE}
   */
  public static void open(Lookup lookup, byte[] newSocketCalls) {
    socketCalls = newSocketCalls;
    given = lookup;
  }

  static Lookup lookup() {
    Lookup now = given;
    return now == null ? MethodHandles.lookup() : now;
  }

  /**
   * The operations of {@code JfsSocketCalls1}.
   *
   * @param open a lookup of a class in a module to which {@code java.net} is open
   */
  static Object[] operations(Lookup open) throws ReflectiveOperationException, IOException {
    Lookup in = MethodHandles.privateLookupIn(SocketImpl.class, open);
    MethodHandle all = in.findStatic(define(in), "all", MethodType.methodType(Object[].class));
    try {
      return (Object[]) all.invokeExact();
    } catch (Throwable t) {
      throw rethrow(t);
    }
  }

  private static Class<?> define(Lookup in) throws ReflectiveOperationException, IOException {
    byte[] fromAgent = socketCalls;
    try {
      return in.defineClass(fromAgent == null ? read() : fromAgent);
    } catch (LinkageError e) {
      // Another copy of JFS, in a loader of its own, has defined it.
      return Class.forName(CALLS, false, null);
    }
  }

  private static byte[] read() throws IOException {
    String resource = "/" + SOCKET_CALLS_RESOURCE;
    try (InputStream in = JavaNet.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new FileNotFoundException("JFS lacks " + resource);
      }
      return in.readAllBytes();
    }
  }

  /** Throws {@code t} as it is: the handles declare {@link Throwable}, their targets don't. */
  @SuppressWarnings("unchecked")
  static <E extends Throwable> RuntimeException rethrow(Throwable t) throws E {
    throw (E) t;
  }
}
