package jfs.bench.plan;

/** A family of measured programs: the main class that starts them, and what that finds. */
public enum Family {

  /** On plain sockets and RMI. */
  PLAIN("jfs.bench.program.Main"),

  /** The parallel programs: not two JVMs but as many as a workload says. */
  APPS("jfs.bench.program.Main"),

  /** Software from a registry, run from a cold start to its exit. */
  SOFTWARE("jfs.bench.software.Main"),

  /** By other means than the JDK's sockets. */
  PEERS("jfs.bench.peer.Main");

  private final String mainClass;

  Family(String mainClass) {
    this.mainClass = mainClass;
  }

  String mainClass() {
    return mainClass;
  }
}
