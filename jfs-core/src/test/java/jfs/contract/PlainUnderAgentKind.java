package jfs.contract;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketImpl;
import java.util.concurrent.Callable;

/**
 * The JDK's own sockets in a JVM where the agent has replaced what {@code new Socket()} gives: made
 * from {@code sun.nio.ch.NioSocketImpl} by reflection, accepted ones too.
 */
final class PlainUnderAgentKind implements SocketKind {

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

  /**
   * The listener is the JDK's own, but what the JDK puts in place of the blank's implementation is
   * the agent's: as for any server socket that is older than the agent.
   */
  @Override
  public ServerSocket newServerSocket(Callable<Socket> blank) {
    return new ServerSocket(newImpl(true)) {
      @Override
      public Socket accept() throws IOException {
        Socket accepted = SocketKind.call(blank);
        implAccept(accepted);
        return accepted;
      }
    };
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
    private final SocketImpl listener;

    PlainServerSocket(SocketImpl listener) {
      super(listener);
      this.listener = listener;
    }

    /** What ServerSocket.accept does with a platform implementation, without making another. */
    @Override
    public Socket accept() throws IOException {
      if (isClosed()) {
        throw new SocketException("Socket is closed");
      }
      if (!isBound()) {
        throw new SocketException("Socket is not bound yet");
      }
      SocketImpl accepted = newImpl(false);
      call(SocketImpl.class, listener, "accept", SocketImpl.class, accepted);
      Socket socket = new PlainSocket(accepted);
      boolean since21 = Runtime.version().feature() >= 21;
      call(Socket.class, socket, since21 ? "setConnected" : "postAccept", null, null);
      return socket;
    }
  }
}
