package jfs.bench.plan;

/** A family of measured programs: the main class that starts them, and what that finds. */
public enum Family {

  /** On plain sockets and RMI. */
  PLAIN("jfs.bench.program.ProgramMain"),

  /** The parallel programs: not two JVMs but as many as a workload says. */
  APPS("jfs.bench.program.ProgramMain"),

  /** Software from a registry, run from a cold start to its exit. */
  SOFTWARE("jfs.bench.software.SoftwareMain"),

  /** By other means than the JDK's sockets. */
  PEERS("jfs.bench.peer.PeerMain");

  private final String mainClass;

  Family(String mainClass) {
    this.mainClass = mainClass;
  }

  String mainClass() {
    return mainClass;
  }
}
