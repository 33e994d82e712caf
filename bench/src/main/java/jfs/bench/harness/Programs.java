package jfs.bench.harness;

import java.util.List;

/**
 * The two programs that a suite measures.
 *
 * @param server the Java server's main class, in {@code jfs.bench.program}
 * @param client the Java client's
 * @param baseline the words for the C program to do the same; none if it cannot
 * @param crowded whether more threads wait than there are CPUs
 */
public record Programs(String server, String client, List<String> baseline, boolean crowded) {

  public static final Programs PING_PONG = named("PingPong", false, "pingpong");
  public static final Programs CONNECT = named("Connect", false);
  public static final Programs SHORT = named("Short", false);
  public static final Programs RMI = named("Rmi", false);
  public static final Programs BIDIR = named("Bidir", false);
  public static final Programs CONNECTIONS = named("Connections", false);
  public static final Programs INCAST = named("Incast", true);

  /** Not two but as many as a workload says: see {@link AppGroups}. */
  public static final Programs APPS = named("App", true);

  /** Echoes at a pace, by the server of the echoes without one. */
  public static final Programs CPU = new Programs("PingPongServer", "CpuClient", List.of(), false);

  private static final String PACKAGE = "jfs.bench.program.";

  private static Programs named(String stem, boolean crowded, String... baseline) {
    return new Programs(stem + "Server", stem + "Client", List.of(baseline), crowded);
  }

  public static Programs many(int connections) {
    return named("Many", true, "many", "--connections", String.valueOf(connections));
  }

  String serverClass() {
    return PACKAGE + server;
  }

  String clientClass() {
    return PACKAGE + client;
  }
}
