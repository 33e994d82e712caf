package jfs.agent.programs;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketImpl;

/** Has preferences at all stages of a socket's life, and about all kinds of sockets. */
public final class Preferences {

  private Preferences() {}

  public static void main(String[] args) throws Exception {
    sockets();
    listeners();
    try (Loopback c = new Loopback()) {
      prefer("connected", c.client);
      prefer("accepted", c.server);
      prefer("bound listener", c.listener);
      c.client.getOutputStream().write(7);
      System.out.println(c.server.getInputStream().read());
      c.server.getOutputStream().write(8);
      System.out.println(c.client.getInputStream().read());
    }
  }

  private static void sockets() throws IOException {
    prefer("without implementation", new Bare());
    for (Proxy.Type type : Proxy.Type.values()) {
      Proxy proxy =
          type == Proxy.Type.DIRECT
              ? Proxy.NO_PROXY
              : new Proxy(type, InetSocketAddress.createUnresolved("localhost", 1));
      try (Socket socket = new Socket(proxy)) {
        int before = descriptors();
        prefer("with proxy " + type, socket);
        System.out.println(descriptors() - before);
      }
    }
    try (Socket bound = new Socket()) {
      bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      prefer("bound", bound);
    }
    Socket closed = new Socket();
    closed.close();
    prefer("closed", closed);
  }

  private static void listeners() throws IOException {
    ServerSocket listener = new ServerSocket();
    int before = descriptors();
    prefer("listener", listener);
    System.out.println(descriptors() - before);
    listener.close();
    prefer("closed listener", listener);
  }

  /** Of the process; more of them would be a socket's of the kernel. */
  private static int descriptors() {
    String[] names = new File("/proc/self/fd").list();
    return names == null ? 0 : names.length;
  }

  private static void prefer(String what, Socket socket) {
    Say.done(
        what,
        () -> {
          socket.setPerformancePreferences(1, 0, 0);
          socket.setPerformancePreferences(Integer.MIN_VALUE, Integer.MAX_VALUE, -1);
          socket.setPerformancePreferences(0, 0, 1);
        });
  }

  private static void prefer(String what, ServerSocket listener) {
    Say.done(
        what,
        () -> {
          listener.setPerformancePreferences(1, 0, 0);
          listener.setPerformancePreferences(Integer.MIN_VALUE, Integer.MAX_VALUE, -1);
          listener.setPerformancePreferences(0, 0, 1);
        });
  }

  private static final class Bare extends Socket {
    Bare() throws IOException {
      super((SocketImpl) null);
    }
  }
}
