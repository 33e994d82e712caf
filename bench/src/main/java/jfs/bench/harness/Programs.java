package jfs.bench.harness;

/** The two programs that a suite measures, by the names of their main classes. */
public enum Programs {
  PING_PONG("PingPong"),
  CONNECT("Connect"),
  MANY("Many"),
  RMI("Rmi");

  private final String stem;

  Programs(String stem) {
    this.stem = stem;
  }

  String server() {
    return "jfs.bench.program." + stem + "Server";
  }

  String client() {
    return "jfs.bench.program." + stem + "Client";
  }
}
