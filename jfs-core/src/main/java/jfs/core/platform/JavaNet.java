package jfs.core.platform;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.net.SocketImpl;

/** Defines JFS's class in {@code java.net}, once per JVM, where that package is open. */
final class JavaNet {

  private static final String CALLS = "java.net.JfsSocketCalls1";

  private JavaNet() {}

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
      throw PlatformSockets.rethrow(t);
    }
  }

  private static Class<?> define(Lookup in) throws ReflectiveOperationException, IOException {
    byte[] given = PlatformCarrierProvider.socketCalls();
    try {
      return in.defineClass(given == null ? read() : given);
    } catch (LinkageError e) {
      // Another copy of JFS, in a loader of its own, has defined it.
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
