package jfs.bench.harness;

import java.util.Map;

/** The C program: its client forks its server, and knows what CPU time that has used. */
final class BaselinePair implements Pair {

  private final Child processes;
  private final Carried.End carriedBy;
  private long cpuStepNanos;

  BaselinePair(Child processes, String carriedBy) {
    this.processes = processes;
    this.carriedBy = Carried.End.withoutJfs(carriedBy);
  }

  @Override
  public void awaitReady() {
    String greeting = processes.greeting();
    Map<String, Long> values = Slice.values(greeting);
    cpuStepNanos = Slice.required(values, "cpu-step", greeting);
  }

  @Override
  public Slice run(Workload workload, long count) {
    long before = processes.cpuNanos();
    String answer = processes.ask(workload.command() + " " + count);
    return Slice.of(answer, processes.cpuNanos() - before);
  }

  @Override
  public long cpuStepNanos() {
    return cpuStepNanos;
  }

  @Override
  public Carried end() {
    processes.end();
    return new Carried(carriedBy, carriedBy);
  }

  @Override
  public void close() {
    processes.close();
  }
}
