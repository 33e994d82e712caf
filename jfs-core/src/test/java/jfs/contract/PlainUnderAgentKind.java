package jfs.contract;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketImpl;
import java.util.concurrent.Callable;

/**
 * The JDK's own sockets in a JVM where the agent has replaced those of {@code new Socket()}. They
 * are made from {@code sun.nio.ch.NioSocketImpl} by reflection, accepted ones too.
 */
final class PlainUnderAgentKind implements SocketKind {

  private static final boolean SINCE_21 = Runtime.version().feature() >= 21;

  @Override
  public String name() {
    return "plain";
  }

  @Override
  public Socket newSocket() throws IOException {
    return new PlainSocket(newImpl(false));
  }

  @Override
  public ServerSocket newServerSocket() {
    return new PlainServerSocket(newImpl(true));
  }

  /** Puts the accepted implementation in place of the blank's, as the JDK does. */
  @Override
  public ServerSocket newServerSocket(Callable<Socket> blank) {
    return new ServerSocket(newImpl(true)) {
      @Override
      public Socket accept() throws IOException {
        Socket socket = SocketKind.call(blank);
        SocketImpl former = implOf(socket);
        SocketImpl accepted = acceptPlain(this);
        call(SocketImpl.class, former, "copyOptionsTo", SocketImpl.class, accepted);
        if (SINCE_21) {
          call(Socket.class, socket, "setConnectedImpl", SocketImpl.class, accepted);
        } else {
          call(Socket.class, socket, "setImpl", SocketImpl.class, accepted);
          call(SocketImpl.class, former, "closeQuietly", null, null);
          call(Socket.class, socket, "postAccept", null, null);
        }
        return socket;
      }
    };
  }

  /**
   * Accepts a connection as the JDK does, but with the JDK's own implementation, not with the
   * agent's.
   */
  private static SocketImpl acceptPlain(ServerSocket listener) throws IOException {
    SocketImpl accepted = newImpl(false);
    call(ServerSocket.class, listener, "implAccept", SocketImpl.class, accepted);
    return accepted;
  }

  private static SocketImpl implOf(Socket socket) {
    try {
      Field impl = Socket.class.getDeclaredField("impl");
      impl.setAccessible(true);
      return (SocketImpl) impl.get(socket);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  private static SocketImpl newImpl(boolean server) {
    try {
      Constructor<?> constructor =
          Class.forName("sun.nio.ch.NioSocketImpl").getConstructor(boolean.class);
      constructor.setAccessible(true);
      return (SocketImpl) constructor.newInstance(server);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  private static Object call(
      Class<?> in, Object target, String name, Class<?> type, Object argument) throws IOException {
    try {
      Method method = type == null ? in.getDeclaredMethod(name) : in.getDeclaredMethod(name, type);
      method.setAccessible(true);
      return type == null ? method.invoke(target) : method.invoke(target, argument);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      throw new AssertionError(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  private static final class PlainSocket extends Socket {
    PlainSocket(SocketImpl impl) throws SocketException {
      super(impl);
    }
  }

  private static final class PlainServerSocket extends ServerSocket {
    PlainServerSocket(SocketImpl listener) {
      super(listener);
    }

    @Override
    public Socket accept() throws IOException {
      if (isClosed()) {
        throw new SocketException("Socket is closed");
      }
      if (!isBound()) {
        throw new SocketException("Socket is not bound yet");
      }
      Socket socket = new PlainSocket(acceptPlain(this));
      call(Socket.class, socket, SINCE_21 ? "setConnected" : "postAccept", null, null);
      return socket;
    }
  }
}
