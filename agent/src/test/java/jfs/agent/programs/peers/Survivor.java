package jfs.agent.programs.peers;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import jfs.agent.programs.Patience;
import jfs.agent.programs.ServerHost;

/**
 * {@code Survivor [quiet]}: talks to one {@link Victim} after the other, or to its like, as it is
 * told on standard input; if quiet, it says a word on each connection and listens.
 *
 * <ul>
 *   <li>{@code meet PORT CONNECTIONS}: connects to a victim, beside accepting all that comes
 *   <li>{@code word}: says another word on each connection
 *   <li>{@code talk}: is quiet no longer
 *   <li>{@code killed NANOTIME}: waits until no victim is left; says how many milliseconds after
 *       that time that was
 *   <li>{@code counts MAPPINGS SHARED DESCRIPTORS THREADS}: says how many it has, SHARED being the
 *       mappings that are, as soon as there are no more than these, or after a while
 * </ul>
 */
public final class Survivor {

  private static final long PATIENCE_NANOS = Patience.nanosOfSeconds(10);

  private static final List<Chatter> QUIET = new ArrayList<>();

  private static boolean quiet;
  private static int alive;
  private static int ever;
  private static long lastEnd;

  private Survivor() {}

  public static void main(String[] args) throws Exception {
    quiet = args.length > 0;
    InetAddress here = ServerHost.ADDRESS;
    ServerSocket listener = new ServerSocket(0, 200, here);
    System.out.println(listener.getLocalPort());
    new Thread(() -> accept(listener)).start();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ", -1);
      switch (words[0]) {
        case "meet" -> {
          for (int i = 0; i < Integer.parseInt(words[2]); i++) {
            meet(here, Integer.parseInt(words[1]));
          }
          System.out.println("met");
        }
        case "word" -> {
          synchronized (QUIET) {
            QUIET.forEach(Chatter::sayWord);
          }
          System.out.println("said");
        }
        case "talk" -> {
          synchronized (QUIET) {
            QUIET.forEach(Chatter::talk);
          }
        }
        case "killed" ->
            System.out.println(
                TimeUnit.NANOSECONDS.toMillis(awaitEnd() - Long.parseLong(words[1])));
        case "counts" -> count(words);
        default -> throw new IllegalArgumentException(line);
      }
    }
    System.out.println("survived " + ever);
    System.exit(0);
  }

  private static void accept(ServerSocket listener) {
    while (true) {
      try {
        begin(listener.accept());
      } catch (IOException e) {
        e.printStackTrace();
        Runtime.getRuntime().halt(2);
      }
    }
  }

  private static void meet(InetAddress host, int port) {
    try {
      begin(new Socket(host, port));
    } catch (IOException e) {
      // It is dead already.
    }
  }

  private static void begin(Socket socket) {
    synchronized (Survivor.class) {
      alive++;
      ever++;
    }
    Chatter chatter = new Chatter(socket, Survivor::end);
    if (quiet) {
      synchronized (QUIET) {
        QUIET.add(chatter);
      }
      chatter.startQuiet();
    } else {
      chatter.start();
    }
  }

  private static synchronized void end() {
    alive--;
    lastEnd = System.nanoTime();
    Survivor.class.notifyAll();
  }

  private static synchronized long awaitEnd() throws InterruptedException {
    while (alive > 0) {
      Survivor.class.wait();
    }
    return lastEnd;
  }

  private static void count(String[] most) throws Exception {
    long end = System.nanoTime() + PATIENCE_NANOS;
    long[] counts;
    boolean more;
    do {
      System.gc();
      counts = counts();
      more = false;
      for (int i = 0; i < counts.length; i++) {
        more |= counts[i] > Long.parseLong(most[i + 1]);
      }
    } while (more && System.nanoTime() < end);
    StringJoiner line = new StringJoiner(" ");
    for (long count : counts) {
      line.add(Long.toString(count));
    }
    System.out.println(line);
  }

  private static long[] counts() throws IOException {
    List<String> mappings = Files.readAllLines(Path.of("/proc/self/maps"));
    long shared = mappings.stream().filter(line -> line.contains("rw-s")).count();
    return new long[] {
      mappings.size(), shared, entries("/proc/self/fd"), entries("/proc/self/task")
    };
  }

  private static int entries(String folder) {
    String[] names = new File(folder).list();
    return names == null ? 0 : names.length;
  }
}
