package jfs.bench.variant;

import jfs.bench.plan.Carried;
import jfs.bench.plan.Pair;
import jfs.bench.plan.Workload;
import jfs.bench.result.Slice;

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
    cpuStepNanos = processes.greeting().required("cpu-step");
  }

  @Override
  public Slice run(Workload workload, long count) {
    long before = processes.cpuNanos();
    Answer answer = processes.ask(workload.command() + " " + count);
    return answer.slice(processes.cpuNanos() - before);
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
