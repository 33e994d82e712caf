package jfs.core.platform;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.net.SocketImpl;

/** Defines JFS's class in {@code java.net}, once in a JVM, where that package is open. */
final class JavaNet {

  private static final String CALLS = "java.net.JfsSocketCalls1";

  private JavaNet() {}

  /**
   * The operations of {@code JfsSocketCalls1}.
   *
   * @param open of a class in a module that {@code java.net} is open to
   */
  static Object[] operations(Lookup open) throws ReflectiveOperationException, IOException {
    Lookup in = MethodHandles.privateLookupIn(SocketImpl.class, open);
    MethodHandle all = in.findStatic(define(in), "all", MethodType.methodType(Object[].class));
    try {
      return (Object[]) all.invokeExact();
    } catch (Throwable t) {
      throw PlatformSockets.rethrow(t);
    }
  }

  private static Class<?> define(Lookup in) throws ReflectiveOperationException, IOException {
    byte[] given = PlatformCarrierProvider.socketCalls();
    try {
      return in.defineClass(given == null ? read() : given);
    } catch (LinkageError e) {
      // Another copy of JFS has, in a loader of its own.
      return Class.forName(CALLS, false, null);
    }
  }

  private static byte[] read() throws IOException {
    String resource = "/" + PlatformCarrierProvider.SOCKET_CALLS_RESOURCE;
    try (InputStream in = JavaNet.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new FileNotFoundException("JFS lacks " + resource);
      }
      return in.readAllBytes();
    }
  }
}
