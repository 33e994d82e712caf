package jfs.agent.programs;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketImpl;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Sets preferences at all stages of a socket's life, on all kinds of sockets. */
public final class Preferences {

  private Preferences() {}

  public static void main(String[] args) throws Exception {
    sockets();
    listeners();
    channels();
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
        int before = kernelSockets();
        prefer("with proxy " + type, socket);
        System.out.println(kernelSockets() - before);
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
    int before = kernelSockets();
    prefer("listener", listener);
    System.out.println(kernelSockets() - before);
    listener.close();
    prefer("closed listener", listener);
  }

  private static void channels() throws IOException {
    try (SocketChannel channel = SocketChannel.open();
        ServerSocketChannel listener = ServerSocketChannel.open()) {
      prefer("channel", channel.socket());
      prefer("listening channel", listener.socket());
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      prefer("bound channel", listener.socket());
      channel.connect(listener.getLocalAddress());
      prefer("connected channel", channel.socket());
      listener.accept().close();
    }
  }

  /**
   * Counts those of the process. (The JVM opens and closes files when it likes, to see how many
   * CPUs it has.)
   */
  private static int kernelSockets() {
    int sockets = 0;
    String[] names = new File("/proc/self/fd").list();
    for (String name : names == null ? new String[0] : names) {
      try {
        Path what = Files.readSymbolicLink(Path.of("/proc/self/fd", name));
        sockets += what.toString().startsWith("socket:") ? 1 : 0;
      } catch (IOException e) {
        // closed meanwhile
      }
    }
    return sockets;
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
