package jfs.agent.programs.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import jfs.agent.programs.ServerHost;
import jfs.agent.programs.soak.Noise;

/**
 * One of two programs that talk, in all ways in which connections come about. On standard input:
 *
 * <ul>
 *   <li>{@code listen FIRST ACCEPTING}: listens and says its port. FIRST is the side that speaks
 *       first: {@code client}, {@code server} or {@code silent}. It accepts at once, or when told
 *       to by a line if ACCEPTING is {@code late} or {@code full}, then with a queue too short;
 *       {@code closed} closes the listener before a word is said.
 *   <li>{@code connect FIRST PORT}: connects, says "connected", and talks
 *   <li>{@code keep}, {@code keep PORT}: listens and says its port, or connects; this connection
 *       stays
 *   <li>{@code round}: sends something over that connection, which comes back
 * </ul>
 *
 * All but {@code keep} say "done" in the end.
 */
public final class EstablishingPeer {

  static final int CONNECTIONS = 3;

  /** Many times what pairing takes. */
  private static final int ROUNDS = 300;

  private static final int BYTES = 3000;

  private static final BufferedReader LINES =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
  private static final ExecutorService THREADS = Executors.newCachedThreadPool();

  /** The client's end of the connection that stays. */
  private static Socket kept;

  private EstablishingPeer() {}

  public static void main(String[] args) throws Exception {
    for (String line = LINES.readLine(); line != null; line = LINES.readLine()) {
      String[] words = line.split(" ", -1);
      switch (words[0]) {
        case "listen" -> listen(words[1], words[2]);
        case "connect" -> connect(words[1], Integer.parseInt(words[2]));
        case "keep" -> {
          keep(words);
          continue;
        }
        case "round" -> round();
        default -> throw new IllegalArgumentException(line);
      }
      System.out.println("done");
    }
    System.exit(0);
  }

  private static void keep(String[] words) throws IOException {
    if (words.length > 1) {
      kept = new Socket(ServerHost.ADDRESS, Integer.parseInt(words[1]));
      return;
    }
    ServerSocket listener = new ServerSocket(0, 1, ServerHost.ADDRESS);
    System.out.println(listener.getLocalPort());
    THREADS.execute(() -> echo(listener));
  }

  private static void echo(ServerSocket listener) {
    try (listener;
        Socket socket = listener.accept()) {
      socket.getInputStream().transferTo(socket.getOutputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e); // shown on standard error, where nothing may be
    }
  }

  private static void round() throws IOException {
    byte[] bytes = new byte[BYTES];
    new Noise(1).fill(0, bytes, 0, BYTES);
    kept.getOutputStream().write(bytes);
    byte[] read = kept.getInputStream().readNBytes(BYTES);
    new Noise(1).check(0, read, 0, read.length);
    if (read.length < BYTES) {
      throw new IOException("end of file after " + read.length);
    }
  }

  private static void listen(String first, String accepting) throws Exception {
    boolean full = accepting.equals("full");
    List<Socket> sockets = new ArrayList<>();
    try (ServerSocket listener = new ServerSocket(0, full ? 1 : CONNECTIONS, ServerHost.ADDRESS)) {
      System.out.println(listener.getLocalPort());
      if (full || accepting.equals("late")) {
        LINES.readLine();
      }
      List<Future<?>> talks = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS; i++) {
        Socket socket = listener.accept();
        if (accepting.equals("closed")) {
          sockets.add(socket);
        } else {
          talks.add(start(socket, first, false));
        }
      }
      if (accepting.equals("closed")) {
        listener.close();
        for (Socket socket : sockets) {
          talks.add(start(socket, first, false));
        }
      }
      await(talks);
    }
  }

  private static void connect(String first, int port) throws Exception {
    List<Future<?>> talks = new ArrayList<>();
    List<Future<Socket>> connecting = new ArrayList<>();
    CountDownLatch connected = new CountDownLatch(1);
    for (int i = 0; i < CONNECTIONS; i++) {
      // Where the queue is too short, the last one waits until the others are accepted.
      connecting.add(
          THREADS.submit(
              () -> {
                Socket socket = new Socket(ServerHost.ADDRESS, port);
                connected.countDown();
                return socket;
              }));
    }
    connected.await();
    System.out.println("connected");
    for (Future<Socket> each : connecting) {
      talks.add(start(each.get(), first, true));
    }
    await(talks);
  }

  private static Future<?> start(Socket socket, String first, boolean client) {
    return THREADS.submit(
        () -> {
          try (socket) {
            if (!first.equals("silent")) {
              talk(socket, first.equals(client ? "client" : "server"));
            }
            end(socket, client);
          }
          return null;
        });
  }

  private static void await(List<Future<?>> talks) throws Exception {
    for (Future<?> talk : talks) {
      talk.get();
    }
  }

  private static void talk(Socket socket, boolean first) throws IOException {
    Noise own = new Noise(first ? 1 : 2);
    Noise other = new Noise(first ? 2 : 1);
    InputStream in = socket.getInputStream();
    for (long position = 0; position < ROUNDS * BYTES; position += BYTES) {
      byte[] bytes = new byte[BYTES];
      own.fill(position, bytes, 0, BYTES);
      if (first) {
        socket.getOutputStream().write(bytes);
      }
      byte[] read = in.readNBytes(BYTES);
      if (read.length < BYTES) {
        throw new IOException("end of file after " + (position + read.length));
      }
      other.check(position, read, 0, BYTES);
      if (!first) {
        socket.getOutputStream().write(bytes);
      }
    }
  }

  private static void end(Socket socket, boolean client) throws IOException {
    if (client) {
      socket.shutdownOutput();
    }
    int read = socket.getInputStream().read();
    if (read >= 0) {
      throw new IOException("a byte too many: " + read);
    }
  }
}
