package jfs.core.platform;

import java.io.FileDescriptor;
import java.io.IOException;
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
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.function.ObjIntConsumer;
import java.util.function.ToIntFunction;

/**
 * The protected operations of {@link SocketImpl}, for the carrier to call on the JDK's
 * implementation. A subclass in another package may call them only on itself. {@code
 * java.net.JfsSocketCalls1} may call them on any; the initialisation of this class defines it.
 */
final class PlatformSockets {

  private static final String NET = "sun.nio.ch.Net";

  private static final IntFunction<SocketImpl> NEW;
  private static final ObjIntConsumer<SocketImpl> CREATE;
  private static final ObjIntConsumer<SocketImpl> LISTEN;
  private static final ObjIntConsumer<SocketImpl> URGENT;
  private static final ToIntFunction<SocketImpl> AVAILABLE;
  private static final ToIntFunction<SocketImpl> PORT;
  private static final ToIntFunction<SocketImpl> LOCAL_PORT;
  private static final BiConsumer<SocketImpl, Object> CONNECT;
  private static final BiConsumer<SocketImpl, Object> BIND;
  private static final BiConsumer<SocketImpl, Object> ACCEPT;
  private static final BiConsumer<SocketImpl, Object> SHUTDOWN_INPUT;
  private static final BiConsumer<SocketImpl, Object> SHUTDOWN_OUTPUT;
  private static final BiConsumer<SocketImpl, Object> CLOSE;
  private static final BiConsumer<SocketImpl, Object> SET_OPTION;
  private static final BiFunction<SocketImpl, Object, Object> INPUT;
  private static final BiFunction<SocketImpl, Object, Object> OUTPUT;
  private static final BiFunction<SocketImpl, Object, Object> GET_OPTION;
  private static final BiFunction<SocketImpl, Object, Object> SUPPORTED_OPTIONS;
  private static final BiFunction<SocketImpl, Object, Object> DESCRIPTOR;
  private static final BiFunction<SocketImpl, Object, Object> ADDRESS;

  private static final MethodHandle REMOTE_PORT;

  static {
    try {
      Lookup own = JavaNet.lookup();
      Operations all = new Operations(JavaNet.operations(own));
      NEW = all.next();
      CREATE = all.next();
      LISTEN = all.next();
      URGENT = all.next();
      AVAILABLE = all.next();
      PORT = all.next();
      LOCAL_PORT = all.next();
      CONNECT = all.next();
      BIND = all.next();
      ACCEPT = all.next();
      SHUTDOWN_INPUT = all.next();
      SHUTDOWN_OUTPUT = all.next();
      CLOSE = all.next();
      SET_OPTION = all.next();
      INPUT = all.next();
      OUTPUT = all.next();
      GET_OPTION = all.next();
      SUPPORTED_OPTIONS = all.next();
      DESCRIPTOR = all.next();
      ADDRESS = all.next();
      Class<?> net = Class.forName(NET);
      REMOTE_PORT =
          MethodHandles.privateLookupIn(net, own)
              .findStatic(
                  net, "remotePort", MethodType.methodType(int.class, FileDescriptor.class));
    } catch (ReflectiveOperationException | IOException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Hands out the operations one after the other, in the order of {@code JfsSocketCalls1}. */
  private static final class Operations {
    private final Object[] all;
    private int taken;

    Operations(Object[] all) {
      this.all = all;
    }

    // Each operation is of all the types that callers assign it to.
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    <T> T next() {
      return (T) all[taken++];
    }
  }

  private PlatformSockets() {}

  /** Returns if this class could be initialised, and throws {@link LinkageError} otherwise. */
  static void require() {}

  static SocketImpl newSocket(boolean server) {
    return NEW.apply(server ? 1 : 0);
  }

  // The methods below declare the exceptions of the operations; the JDK's interfaces don't.

  static void create(SocketImpl impl, boolean stream) throws IOException {
    CREATE.accept(impl, stream ? 1 : 0);
  }

  static void listen(SocketImpl impl, int backlog) throws IOException {
    LISTEN.accept(impl, backlog);
  }

  static void sendUrgentData(SocketImpl impl, int data) throws IOException {
    URGENT.accept(impl, data);
  }

  static int available(SocketImpl impl) throws IOException {
    return AVAILABLE.applyAsInt(impl);
  }

  static int port(SocketImpl impl) {
    return PORT.applyAsInt(impl);
  }

  static int localPort(SocketImpl impl) {
    return LOCAL_PORT.applyAsInt(impl);
  }

  static void connect(SocketImpl impl, SocketAddress remote, int timeoutMillis) throws IOException {
    CONNECT.accept(impl, new Object[] {remote, timeoutMillis});
  }

  static void bind(SocketImpl impl, InetAddress address, int port) throws IOException {
    BIND.accept(impl, new Object[] {address, port});
  }

  static void accept(SocketImpl impl, SocketImpl into) throws IOException {
    ACCEPT.accept(impl, into);
  }

  static InputStream inputStream(SocketImpl impl) throws IOException {
    return (InputStream) INPUT.apply(impl, null);
  }

  static OutputStream outputStream(SocketImpl impl) throws IOException {
    return (OutputStream) OUTPUT.apply(impl, null);
  }

  static void shutdownInput(SocketImpl impl) throws IOException {
    SHUTDOWN_INPUT.accept(impl, null);
  }

  static void shutdownOutput(SocketImpl impl) throws IOException {
    SHUTDOWN_OUTPUT.accept(impl, null);
  }

  static void close(SocketImpl impl) throws IOException {
    CLOSE.accept(impl, null);
  }

  static <T> void setOption(SocketImpl impl, SocketOption<T> option, T value) throws IOException {
    SET_OPTION.accept(impl, new Object[] {option, value});
  }

  @SuppressWarnings("unchecked") // the JDK's own signature ties the value's type to the option's
  static <T> T option(SocketImpl impl, SocketOption<T> option) throws IOException {
    return (T) GET_OPTION.apply(impl, option);
  }

  @SuppressWarnings("unchecked") // as SocketImpl.supportedOptions declares
  static Set<SocketOption<?>> supportedOptions(SocketImpl impl) {
    return (Set<SocketOption<?>>) SUPPORTED_OPTIONS.apply(impl, null);
  }

  static FileDescriptor descriptor(SocketImpl impl) {
    return (FileDescriptor) DESCRIPTOR.apply(impl, null);
  }

  static InetAddress address(SocketImpl impl) {
    return (InetAddress) ADDRESS.apply(impl, null);
  }

  /** The port of the peer, by getpeername(2). */
  static int remotePort(FileDescriptor descriptor) throws IOException {
    try {
      return (int) REMOTE_PORT.invokeExact(descriptor);
    } catch (Throwable t) {
      throw JavaNet.rethrow(t);
    }
  }
}
