package jfs.bench.apps;

import jfs.bench.program.CpuTime;

/**
 * What one process reports of a run.
 *
 * @param elapsedNanos from the barrier at the start to this process's end
 * @param cpuNanos of this process in that time
 * @param check of the whole result, the same in all processes
 * @param messages the remote calls that it made in that time
 * @param bytes the data in them
 */
record Outcome(long elapsedNanos, long cpuNanos, long check, long messages, long bytes) {

  /** Runs a program together with all other processes. */
  static Outcome of(Program program, World world, int size, long seed) {
    App app = program.make(world, size, seed);
    Collectives all = new Collectives(world);
    all.barrier();
    long messages = world.messages();
    long bytes = world.bytes();
    long cpu = CpuTime.nanos();
    long begin = System.nanoTime();
    app.compute();
    long elapsed = System.nanoTime() - begin;
    cpu = CpuTime.nanos() - cpu;
    messages = world.messages() - messages;
    bytes = world.bytes() - bytes;
    Checksum checksum = new Checksum();
    app.addTo(checksum);
    long[] sums = all.allReduce(new long[] {checksum.sum()}, (a, b) -> new long[] {a[0] + b[0]});
    return new Outcome(elapsed, cpu, Checksum.check(sums[0]), messages, bytes);
  }

  /** The answer to the harness. */
  String answer() {
    return ("elapsed=" + elapsedNanos)
        + (" cpu=" + cpuNanos)
        + (" check=" + check)
        + (" messages=" + messages)
        + (" bytes=" + bytes);
  }
}
