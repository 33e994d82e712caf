package jfs.agent.programs.peers;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import jfs.agent.programs.ServerHost;

/**
 * One of two programs that talk, and what it prefers: {@code Preferring CONNECTION_TIME LATENCY
 * BANDWIDTH (socket|channel) [PORT]}; with the sockets of channels, or with others. Without a port
 * it listens, says its port, and sends back what comes. With one it connects, says "connected", and
 * for each line on standard input sends a byte, and says "echoed" once that is back. Either then
 * sets other preferences when it is too late. Ends with standard input.
 */
public final class Preferring {

  private final int connectionTime;
  private final int latency;
  private final int bandwidth;
  private final boolean ofChannels;

  private Preferring(String[] args) {
    connectionTime = Integer.parseInt(args[0]);
    latency = Integer.parseInt(args[1]);
    bandwidth = Integer.parseInt(args[2]);
    ofChannels = args[3].equals("channel");
  }

  public static void main(String[] args) throws Exception {
    Preferring preferring = new Preferring(args);
    if (args.length > 4) {
      preferring.connect(Integer.parseInt(args[4]));
    } else {
      preferring.listen();
    }
    System.exit(0);
  }

  private void listen() throws IOException {
    try (ServerSocket listener =
        ofChannels ? ServerSocketChannel.open().socket() : new ServerSocket()) {
      listener.setPerformancePreferences(connectionTime, latency, bandwidth);
      listener.bind(new InetSocketAddress(ServerHost.ADDRESS, 0));
      listener.setPerformancePreferences(latency, bandwidth, connectionTime);
      System.out.println(listener.getLocalPort());
      Thread echoing = new Thread(() -> echo(listener));
      echoing.setDaemon(true);
      echoing.start();
      while (System.in.read() >= 0) {
        // Not yet.
      }
    }
  }

  private void echo(ServerSocket listener) {
    try (Socket socket = listener.accept()) {
      socket.setPerformancePreferences(latency, bandwidth, connectionTime);
      InputStream in = socket.getInputStream();
      for (int b = in.read(); b >= 0; b = in.read()) {
        socket.getOutputStream().write(b);
      }
    } catch (IOException e) {
      System.out.println(e);
    }
  }

  private void connect(int port) throws IOException {
    try (Socket socket = ofChannels ? SocketChannel.open().socket() : new Socket()) {
      socket.setPerformancePreferences(connectionTime, latency, bandwidth);
      socket.connect(new InetSocketAddress(ServerHost.ADDRESS, port));
      socket.setPerformancePreferences(latency, bandwidth, connectionTime);
      System.out.println("connected");
      for (int b = System.in.read(); b >= 0; b = System.in.read()) {
        if (b == '\n') {
          socket.getOutputStream().write(b);
          System.out.println(socket.getInputStream().read() == b ? "echoed" : "something else");
        }
      }
    }
  }
}
