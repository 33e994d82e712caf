package jfs.bench.child;

/** An end whose own threads serve the other one; the harness tells it nothing but to end. */
public final class Server implements End {

  private final int port;
  private final long cpuStepNanos;

  private Server(int port, long cpuStepNanos) {
    this.port = port;
    this.cpuStepNanos = cpuStepNanos;
  }

  /** One that serves at a port, or is found by another number. */
  public static Server at(int port) {
    return new Server(port, CpuTime.step());
  }

  /** The same without a look for the steps of the CPU time's clock, which takes time. */
  public static Server withoutCpuStep(int port) {
    return new Server(port, 0);
  }

  @Override
  public String greeting() {
    return "port=" + port + " cpu-step=" + cpuStepNanos;
  }

  @Override
  public String answer(String[] command) {
    throw new IllegalArgumentException("a server is not told '" + command[0] + "'");
  }
}
