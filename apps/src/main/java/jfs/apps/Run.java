package jfs.apps;

/**
 * One process's part of one run of a program: {@link #compute} is what there is to time, the rest
 * comes before or after it. For one thread.
 */
public final class Run {

  private final App app;
  private final World world;
  private final Collectives all;
  private long messages;
  private long bytes;

  private Run(App app, World world) {
    this.app = app;
    this.world = world;
    all = new Collectives(world);
  }

  /** Makes the input, and returns when all processes have done so. */
  static Run prepare(Program program, World world, int size, long seed) {
    Run run = new Run(program.make(world, size, seed), world);
    run.all.barrier();
    run.messages = world.messages();
    run.bytes = world.bytes();
    return run;
  }

  /** Computes, together with all other processes. Once only. */
  public void compute() {
    app.compute();
    messages = world.messages() - messages;
    bytes = world.bytes() - bytes;
  }

  /** How many remote calls this process has made to compute. */
  public long messages() {
    return messages;
  }

  /** The data in these calls, in bytes, without what serialization adds. */
  public long bytes() {
    return bytes;
  }

  /** A number of the whole result, the same in all processes, each of which has to ask for it. */
  public long check() {
    Checksum checksum = new Checksum();
    app.addTo(checksum);
    long[] sums = all.allReduce(new long[] {checksum.sum()}, (a, b) -> new long[] {a[0] + b[0]});
    return Checksum.check(sums[0]);
  }
}
