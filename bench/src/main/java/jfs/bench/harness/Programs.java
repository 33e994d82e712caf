package jfs.bench.harness;

import java.util.List;

/**
 * The two programs that a suite measures.
 *
 * @param stem what the names of the Java programs' main classes begin with
 * @param baseline the words for the C program to do the same; none if it cannot
 * @param crowded whether more threads wait than there are CPUs
 */
public record Programs(String stem, List<String> baseline, boolean crowded) {

  public static final Programs PING_PONG = new Programs("PingPong", List.of("pingpong"), false);
  public static final Programs CONNECT = new Programs("Connect", List.of(), false);
  public static final Programs RMI = new Programs("Rmi", List.of(), false);
  public static final Programs BIDIR = new Programs("Bidir", List.of(), false);
  public static final Programs CONNECTIONS = new Programs("Connections", List.of(), false);
  public static final Programs INCAST = new Programs("Incast", List.of(), true);

  /** Not two but as many as a workload says: see {@link AppGroups}. */
  public static final Programs APPS = new Programs("App", List.of(), true);

  public static Programs many(int connections) {
    return new Programs(
        "Many", List.of("many", "--connections", String.valueOf(connections)), true);
  }

  String server() {
    return "jfs.bench.program." + stem + "Server";
  }

  String client() {
    return "jfs.bench.program." + stem + "Client";
  }
}
