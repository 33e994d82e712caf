package jfs.agent.programs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A connection of the program to itself, made by one thread. */
final class Loopback implements AutoCloseable {

  final ServerSocket listener;
  final Socket client;
  final Socket server;

  Loopback() throws IOException {
    listener = listen();
    client = new Socket(listener.getInetAddress(), listener.getLocalPort());
    server = listener.accept();
  }

  static ServerSocket listen() throws IOException {
    return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  /** Sends bytes from one socket to the other, which receives them. */
  static void transfer(Socket from, Socket to, int bytes) throws IOException {
    from.getOutputStream().write(new byte[bytes]);
    int received = to.getInputStream().readNBytes(bytes).length;
    if (received != bytes) {
      throw new IOException("received " + received + " of " + bytes);
    }
  }

  /** Whether bytes pass in both directions. */
  static boolean works(Socket one, Socket other) throws IOException {
    transfer(one, other, 5);
    transfer(other, one, 7);
    return true;
  }

  @Override
  public void close() throws IOException {
    try (listener;
        server) {
      client.close();
    }
  }
}
