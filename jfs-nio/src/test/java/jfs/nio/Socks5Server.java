package jfs.nio;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A SOCKS server (RFC 1928), without authentication. It takes IPv4 addresses and names, and
 * connects all of them to this host, because the JDK sends nothing for loopback to a proxy.
 */
final class Socks5Server implements AutoCloseable {

  private final ServerSocket listener;
  private final AtomicInteger served = new AtomicInteger();

  Socks5Server() throws IOException {
    listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    start(this::acceptAll);
  }

  int port() {
    return listener.getLocalPort();
  }

  int served() {
    return served.get();
  }

  private static void start(Runnable body) {
    Thread thread = new Thread(body);
    thread.setDaemon(true);
    thread.start();
  }

  private void acceptAll() {
    try {
      while (true) {
        Socket client = listener.accept();
        start(() -> serve(client));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void serve(Socket client) {
    try (client) {
      DataInputStream in = new DataInputStream(client.getInputStream());
      OutputStream out = client.getOutputStream();
      in.readUnsignedByte();
      in.readFully(new byte[in.readUnsignedByte()]);
      out.write(new byte[] {5, 0});
      in.readFully(new byte[3]);
      skipAddress(in);
      int port = in.readUnsignedShort();
      try (Socket onward = new Socket(InetAddress.getLoopbackAddress(), port)) {
        served.incrementAndGet();
        out.write(new byte[] {5, 0, 0, 1, 0, 0, 0, 0, 0, 0});
        start(() -> pump(onward, client));
        pump(client, onward);
      }
    } catch (IOException e) {
      // The client notices that itself.
    }
  }

  private static void skipAddress(DataInputStream in) throws IOException {
    boolean isName = in.readUnsignedByte() == 3;
    in.readFully(new byte[isName ? in.readUnsignedByte() : 4]);
  }

  private static void pump(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException e) {
      // One of them is gone.
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
