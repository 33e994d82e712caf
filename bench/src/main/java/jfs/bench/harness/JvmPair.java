package jfs.bench.harness;

import java.nio.file.Path;
import java.util.Map;

/** A pair of which each is in a JVM of its own. */
final class JvmPair implements Pair {

  private final Child server;
  private final Child client;
  private final Path serverSummary;
  private final Path clientSummary;
  private final long cpuStepNanos;
  private final JvmMeans means;

  /** Starts both. {@code folder} takes the agents' summaries; its name has no comma. */
  JvmPair(String variant, JvmMeans means, Plan plan, Path folder) {
    this.means = means;
    serverSummary = folder.resolve(variant + "-server.json");
    clientSummary = folder.resolve(variant + "-client.json");
    server = Child.start(variant + " server", means.server(plan, serverSummary), plan.patience());
    try {
      String greeting = server.greeting();
      Map<String, Long> values = Slice.values(greeting);
      cpuStepNanos = Slice.required(values, "cpu-step", greeting);
      String port = String.valueOf(Slice.required(values, "port", greeting));
      client =
          Child.start(
              variant + " client", means.client(plan, clientSummary, port), plan.patience());
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }

  @Override
  public void awaitReady() {
    client.greeting();
  }

  @Override
  public Slice run(Workload workload, long count) {
    long before = server.cpuNanos();
    String answer = client.ask(workload.command() + " " + count);
    Slice slice = Slice.of(answer, server.cpuNanos() - before);
    return workload.isIdle() ? slice.withMemory(memory(client) + memory(server)) : slice;
  }

  private static double memory(Child program) {
    String answer = program.ask("memory");
    return Slice.required(Slice.values(answer), "memory", answer);
  }

  /** The CPU time that the client has used since its start. */
  long clientCpuNanos() {
    return client.cpuNanos();
  }

  /** The CPU time that the server has used since its start. */
  long serverCpuNanos() {
    return server.cpuNanos();
  }

  @Override
  public long cpuStepNanos() {
    return cpuStepNanos;
  }

  @Override
  public Carried end() {
    client.end();
    server.end();
    return new Carried(
        end(means.clientHasAgent(), clientSummary, client),
        end(means.serverHasAgent(), serverSummary, server));
  }

  private Carried.End end(boolean agent, Path summary, Child program) {
    return agent ? Carried.end(summary, program) : Carried.End.withoutJfs(means.carriedBy());
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
