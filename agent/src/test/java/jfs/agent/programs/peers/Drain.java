package jfs.agent.programs.peers;

import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import jfs.agent.programs.ServerHost;
import jfs.agent.programs.soak.Noise;

/**
 * {@code Drain CONNECTIONS PINGS}: echoes so many single bytes over each connection, and reads the
 * rest when a line comes on standard input; says how it ends.
 */
public final class Drain {

  static final long SEED = 42;

  private Drain() {}

  public static void main(String[] args) throws Exception {
    int connections = Integer.parseInt(args[0]);
    int pings = Integer.parseInt(args[1]);
    ServerSocket listener = new ServerSocket(0, connections, ServerHost.ADDRESS);
    System.out.println(listener.getLocalPort());
    ExecutorService threads = Executors.newCachedThreadPool();
    List<Socket> sockets = new ArrayList<>();
    List<Future<?>> pinging = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      Socket socket = listener.accept();
      sockets.add(socket);
      pinging.add(
          threads.submit(
              () -> {
                for (int n = 0; n < pings; n++) {
                  socket.getOutputStream().write(socket.getInputStream().read());
                }
                return null;
              }));
    }
    for (Future<?> each : pinging) {
      each.get();
    }
    while (System.in.read() != '\n') {
      // Not yet.
    }
    Map<String, Integer> outcomes = new TreeMap<>();
    for (Socket socket : sockets) {
      outcomes.merge(outcome(socket), 1, Integer::sum);
    }
    System.out.println(outcomes);
    System.exit(0);
  }

  private static String outcome(Socket socket) {
    Noise noise = new Noise(SEED);
    long position = 0;
    String end = "end of file";
    try {
      InputStream in = socket.getInputStream();
      byte[] bytes = new byte[10_000];
      for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
        noise.check(position, bytes, 0, n);
        position += n;
      }
    } catch (IOException e) {
      end = e.toString();
    }
    return position + " bytes and " + end;
  }
}
