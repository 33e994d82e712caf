package jfs.core.platform;

import java.io.FileDescriptor;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.net.SocketImpl;
import java.net.SocketOption;
import java.util.Set;

/**
 * The protected operations of {@link SocketImpl}, as method handles: a subclass in another package
 * may call them on itself only, and the carrier calls them on the JDK's implementation. Constant
 * handles, so that the JIT compiles a call through one to a plain virtual call.
 */
final class PlatformSockets {

  private static final String NET = "sun.nio.ch.Net";
  private static final String NIO_SOCKET_IMPL = "sun.nio.ch.NioSocketImpl";

  static final MethodHandle NEW;
  static final MethodHandle CREATE;
  static final MethodHandle CONNECT;
  static final MethodHandle BIND;
  static final MethodHandle LISTEN;
  static final MethodHandle ACCEPT;
  static final MethodHandle INPUT;
  static final MethodHandle OUTPUT;
  static final MethodHandle AVAILABLE;
  static final MethodHandle SHUTDOWN_INPUT;
  static final MethodHandle SHUTDOWN_OUTPUT;
  static final MethodHandle URGENT;
  static final MethodHandle CLOSE;
  static final MethodHandle SET_OPTION;
  static final MethodHandle GET_OPTION;
  static final MethodHandle SUPPORTED_OPTIONS;
  static final MethodHandle FD;
  static final MethodHandle ADDRESS;
  static final MethodHandle PORT;
  static final MethodHandle LOCAL_PORT;
  static final MethodHandle REMOTE_PORT;

  static {
    try {
      Lookup own = PlatformCarrierProvider.lookup();
      Class<?> nio = Class.forName(NIO_SOCKET_IMPL);
      NEW =
          MethodHandles.privateLookupIn(nio, own)
              .findConstructor(nio, MethodType.methodType(void.class, boolean.class))
              .asType(MethodType.methodType(SocketImpl.class, boolean.class));
      Lookup in = MethodHandles.privateLookupIn(SocketImpl.class, own);
      CREATE = find(in, "create", void.class, boolean.class);
      CONNECT = find(in, "connect", void.class, SocketAddress.class, int.class);
      BIND = find(in, "bind", void.class, InetAddress.class, int.class);
      LISTEN = find(in, "listen", void.class, int.class);
      ACCEPT = find(in, "accept", void.class, SocketImpl.class);
      INPUT = find(in, "getInputStream", InputStream.class);
      OUTPUT = find(in, "getOutputStream", OutputStream.class);
      AVAILABLE = find(in, "available", int.class);
      SHUTDOWN_INPUT = find(in, "shutdownInput", void.class);
      SHUTDOWN_OUTPUT = find(in, "shutdownOutput", void.class);
      URGENT = find(in, "sendUrgentData", void.class, int.class);
      CLOSE = find(in, "close", void.class);
      SET_OPTION = find(in, "setOption", void.class, SocketOption.class, Object.class);
      GET_OPTION = find(in, "getOption", Object.class, SocketOption.class);
      SUPPORTED_OPTIONS = find(in, "supportedOptions", Set.class);
      FD = find(in, "getFileDescriptor", FileDescriptor.class);
      ADDRESS = find(in, "getInetAddress", InetAddress.class);
      PORT = find(in, "getPort", int.class);
      LOCAL_PORT = find(in, "getLocalPort", int.class);
      Class<?> net = Class.forName(NET);
      Lookup inNet = MethodHandles.privateLookupIn(net, own);
      REMOTE_PORT =
          inNet.findStatic(
              net, "remotePort", MethodType.methodType(int.class, FileDescriptor.class));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private PlatformSockets() {}

  /** Returns if this class could be initialised, and throws {@link LinkageError} otherwise. */
  static void require() {}

  private static MethodHandle find(Lookup in, String name, Class<?> result, Class<?>... arguments)
      throws ReflectiveOperationException {
    return in.findVirtual(SocketImpl.class, name, MethodType.methodType(result, arguments));
  }

  /** Throws {@code t} as it is: the handles declare {@link Throwable}, their targets don't. */
  @SuppressWarnings("unchecked")
  static <E extends Throwable> RuntimeException rethrow(Throwable t) throws E {
    throw (E) t;
  }
}
