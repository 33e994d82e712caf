package jfs.bench.software;

import java.util.Map;

/** A program of two ends, each of which lives in a JVM of its own. */
interface Software {

  /** What it takes to run it, by the names that users give. */
  Map<String, Factory> KNOWN =
      Map.ofEntries(
          Map.entry("h2", Databases::h2),
          Map.entry("derby", Databases::derby),
          Map.entry("hsqldb", Databases::hsqldb),
          Map.entry("activemq", ActiveMq::new),
          Map.entry("jgroups", JGroups::new),
          Map.entry("grpc", Grpc::new),
          Map.entry("rmi", Rmi::new),
          Map.entry("jmx", Jmx::new),
          Map.entry("http", Http::new),
          Map.entry("echo", Echo::new));

  /** Makes one end. */
  interface Factory {
    Software make() throws Exception;
  }

  /** An operation that the client repeats. */
  interface Operation {
    void run() throws Exception;
  }

  static Software named(String name) throws Exception {
    Factory factory = KNOWN.get(name);
    if (factory == null) {
      throw new IllegalArgumentException("no such software: " + name);
    }
    return factory.make();
  }

  /**
   * Starts the server.
   *
   * @return a port that the client is told
   */
  int serve() throws Exception;

  /** Prepares the client for a phase, which is not timed, and answers what it repeats. */
  Operation phase(String name, int port) throws Exception;
}
