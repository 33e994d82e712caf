package jfs.bench.plan;

/** A family of measured programs: the main class that starts them, and what that finds. */
public enum Family {

  /** On plain sockets and RMI. */
  PLAIN("jfs.bench.program.ProgramMain"),

  /** The parallel programs: not two JVMs but as many as a workload says. */
  APPS("jfs.bench.program.ProgramMain"),

  /** Software from a registry, run from a cold start to its exit. */
  SOFTWARE("jfs.bench.software.SoftwareMain"),

  /** The same on channels and selectors, from a module of its own. */
  NIO_SOFTWARE("jfs.bench.nio.NioMain"),

  /** On object streams, without a connection. */
  SERIAL("jfs.bench.serial.SerialMain"),

  /** By other means than the JDK's sockets. */
  PEERS("jfs.bench.peer.PeerMain");

  private final String mainClass;

  Family(String mainClass) {
    this.mainClass = mainClass;
  }

  /** Whether each run is of new JVMs, from their start to their exit. */
  public boolean isCold() {
    return this == SOFTWARE || this == NIO_SOFTWARE;
  }

  String mainClass() {
    return mainClass;
  }
}
