package jfs.agent;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/** Just enough of a proxy to connect to this host through, and to count the clients that did. */
final class ProxyServer implements AutoCloseable {

  private final AtomicInteger served = new AtomicInteger();
  private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final Protocol protocol;

  /** How a client asks. */
  enum Protocol {
    SOCKS5 {
      @Override
      int acceptRequest(DataInputStream in, OutputStream out) throws IOException {
        in.readByte(); // version
        in.readNBytes(in.readUnsignedByte()); // methods of authentication
        out.write(new byte[] {5, 0});
        in.readNBytes(3); // version, connect, reserved
        in.readNBytes(in.readByte() == 1 ? 4 : in.readUnsignedByte()); // an address, or a name
        int port = in.readUnsignedShort();
        out.write(new byte[] {5, 0, 0, 1, 127, 0, 0, 1, 0, 1});
        return port;
      }
    },

    HTTP_CONNECT {
      @Override
      int acceptRequest(DataInputStream in, OutputStream out) throws IOException {
        String request = readLine(in);
        while (!readLine(in).isEmpty()) {
          // a header
        }
        out.write("HTTP/1.1 200 OK\r\n\r\n".getBytes(US_ASCII));
        return Integer.parseInt(request.substring(request.indexOf(':') + 1, request.indexOf(" H")));
      }

      private String readLine(DataInputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.readByte(); c != '\n'; c = in.readByte()) {
          line.append((char) c);
        }
        return line.toString().strip();
      }
    };

    /** Takes a request and answers the port that the client wants to be connected to. */
    abstract int acceptRequest(DataInputStream in, OutputStream out) throws IOException;
  }

  private ProxyServer(Protocol protocol) throws IOException {
    this.protocol = protocol;
  }

  static ProxyServer start(Protocol protocol) throws IOException {
    ProxyServer server = new ProxyServer(protocol);
    startDaemon(server::acceptAll);
    return server;
  }

  int port() {
    return listener.getLocalPort();
  }

  /** How many were connected. */
  int served() {
    return served.get();
  }

  private interface Task {
    void run() throws IOException;
  }

  private static void startDaemon(Task task) {
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (IOException e) {
                // An end was closed. If it was too early, the client says so.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private void acceptAll() throws IOException {
    while (true) {
      Socket client = listener.accept();
      startDaemon(() -> serve(client));
    }
  }

  private void serve(Socket client) throws IOException {
    DataInputStream in = new DataInputStream(client.getInputStream());
    int port = protocol.acceptRequest(in, client.getOutputStream());
    // Counted first: the client sees its answer before this thread runs on.
    served.incrementAndGet();
    Socket target = new Socket(listener.getInetAddress(), port);
    startDaemon(() -> copy(target, client));
    copy(client, target);
  }

  private static void copy(Socket from, Socket to) throws IOException {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
