package jfs.bench.harness;

import java.util.List;
import java.util.Optional;

/**
 * The two programs that a suite measures.
 *
 * @param server the Java server's main class, in {@code jfs.bench.program}
 * @param client the Java client's
 * @param baseline the words for the C program to do the same; none if it cannot
 * @param crowded whether more threads wait than there are CPUs
 * @param software the name of the software from a registry that both ends run, from a cold start to
 *     their exit; empty for the programs of this project's
 */
public record Programs(
    String server,
    String client,
    List<String> baseline,
    boolean crowded,
    Optional<String> software) {

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
  private static final String SOFTWARE_PACKAGE = "jfs.bench.software.Software";

  private Programs(String server, String client, List<String> baseline, boolean crowded) {
    this(PACKAGE + server, PACKAGE + client, baseline, crowded, Optional.empty());
  }

  private static Programs named(String stem, boolean crowded, String... baseline) {
    return new Programs(stem + "Server", stem + "Client", List.of(baseline), crowded);
  }

  public static Programs many(int connections) {
    return named("Many", true, "many", "--connections", String.valueOf(connections));
  }

  /** Whatever software a workload names. */
  public static final Programs SOFTWARE = software("");

  /** Software from a registry. */
  public static Programs software(String name) {
    return new Programs(
        SOFTWARE_PACKAGE + "Server",
        SOFTWARE_PACKAGE + "Client",
        List.of(),
        true,
        Optional.of(name));
  }

  /** The least program that makes a connection, as a software. */
  public static final String ECHO = "echo";

  /** The words that its server is started with. */
  List<String> serverWords() {
    return software.map(List::of).orElse(List.of());
  }

  /** The words that its client is started with, given the server's port. */
  List<String> clientWords(String port) {
    return software.map(name -> List.of(name, port)).orElse(List.of(port));
  }
}
