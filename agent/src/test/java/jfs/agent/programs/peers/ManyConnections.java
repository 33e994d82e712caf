package jfs.agent.programs.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import jfs.agent.programs.ServerHost;

/**
 * One of two that have very many connections, or had: {@code ManyConnections} accepts them and says
 * at which port, {@code ManyConnections PORT} makes them. Both are given the same lines on standard
 * input:
 *
 * <ul>
 *   <li>{@code keep N}: has so many connections more
 *   <li>{@code talk}: sends some bytes both ways over each that is kept
 *   <li>{@code cycle N}: has so many one after the other, each closed after some bytes
 *   <li>{@code drop}: closes those that are kept
 *   <li>{@code count}: says KiB of shared memory touched, KiB of heap used, mappings of shared
 *       memory, open descriptors
 * </ul>
 */
public final class ManyConnections {

  private static final int ROUNDS = 8;

  private final List<Socket> kept = new ArrayList<>();
  private final ServerSocket listener;
  private final int port;

  private ManyConnections(ServerSocket listener, int port) {
    this.listener = listener;
    this.port = port;
  }

  public static void main(String[] args) throws Exception {
    ServerSocket listener = args.length > 0 ? null : new ServerSocket(0, 50, ServerHost.ADDRESS);
    if (listener != null) {
      System.out.println(listener.getLocalPort());
    }
    ManyConnections hoard =
        new ManyConnections(listener, listener == null ? Integer.parseInt(args[0]) : 0);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ", -1);
      hoard.run(words[0], words.length > 1 ? Integer.parseInt(words[1]) : 0);
    }
  }

  private void run(String command, int count) throws IOException {
    switch (command) {
      case "keep" -> {
        for (int i = 0; i < count; i++) {
          kept.add(newSocket());
        }
      }
      case "talk" -> {
        for (Socket socket : kept) {
          talk(socket);
        }
      }
      case "cycle" -> {
        for (int i = 0; i < count; i++) {
          try (Socket socket = newSocket()) {
            talk(socket);
          }
        }
      }
      case "drop" -> {
        for (Socket socket : kept) {
          socket.close();
        }
        kept.clear();
      }
      default -> {
        System.out.println(counts());
        return;
      }
    }
    System.out.println("done");
  }

  private Socket newSocket() throws IOException {
    Socket socket = listener == null ? new Socket(ServerHost.ADDRESS, port) : listener.accept();
    socket.setTcpNoDelay(true);
    return socket;
  }

  private void talk(Socket socket) throws IOException {
    for (int i = 0; i < ROUNDS; i++) {
      if (listener == null) {
        socket.getOutputStream().write(i);
      }
      if (socket.getInputStream().read() != i) {
        throw new IOException("not the byte that was sent");
      }
      if (listener != null) {
        socket.getOutputStream().write(i);
      }
    }
  }

  private static String counts() throws IOException {
    System.gc();
    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1024;
    return shared() + " " + heap + " " + sharedMappings() + " " + descriptors();
  }

  private static long shared() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("RssShmem:")) {
        return Long.parseLong(line.replaceAll("\\D", ""));
      }
    }
    throw new IOException("no RssShmem");
  }

  private static long sharedMappings() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
      return lines.filter(line -> line.contains("rw-s")).count();
    }
  }

  private static long descriptors() {
    String[] entries = Path.of("/proc/self/fd").toFile().list();
    return entries == null ? 0 : entries.length;
  }
}
