package jfs.agent.programs.peers;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import jfs.agent.programs.ServerHost;

/**
 * {@code EchoServer [PORT]}: says its port and echoes what comes, until standard input ends. Others
 * may listen on the port too (SO_REUSEPORT).
 */
public final class EchoServer {

  private EchoServer() {}

  public static void main(String[] args) throws Exception {
    ServerSocket listener = new ServerSocket();
    listener.setOption(StandardSocketOptions.SO_REUSEPORT, true);
    int port = args.length > 0 ? Integer.parseInt(args[0]) : 0;
    listener.bind(new InetSocketAddress(ServerHost.ADDRESS, port), 200);
    System.out.println(listener.getLocalPort());
    new Thread(() -> accept(listener)).start();
    while (System.in.read() >= 0) {
      // Not yet.
    }
    System.exit(0);
  }

  private static void accept(ServerSocket listener) {
    while (true) {
      try {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        new Thread(() -> echo(socket)).start();
      } catch (IOException e) {
        e.printStackTrace();
        System.exit(2);
      }
    }
  }

  private static void echo(Socket socket) {
    try (socket) {
      InputStream in = socket.getInputStream();
      byte[] bytes = new byte[20_000];
      for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
        socket.getOutputStream().write(bytes, 0, n);
      }
    } catch (IOException e) {
      System.out.println(e);
    }
  }
}
