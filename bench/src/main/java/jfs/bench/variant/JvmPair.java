package jfs.bench.variant;

import java.nio.file.Path;
import jfs.bench.plan.Carried;
import jfs.bench.plan.Pair;
import jfs.bench.plan.VariantSetup;
import jfs.bench.plan.Workload;
import jfs.bench.result.Slice;

/** A pair of which each is in a JVM of its own. */
public final class JvmPair implements Pair {

  private final Child server;
  private final Child client;
  private final Path serverSummary;
  private final Path clientSummary;
  private final long cpuStepNanos;
  private final JvmMeans means;

  /** Starts both. {@code folder} takes the agents' summaries; its name has no comma. */
  JvmPair(String variant, JvmMeans means, VariantSetup setup, Path folder) {
    this.means = means;
    serverSummary = folder.resolve(variant + "-server.json");
    clientSummary = folder.resolve(variant + "-client.json");
    server = Child.start(variant + " server", means.server(setup, serverSummary), setup.patience());
    try {
      Answer greeting = server.greeting();
      cpuStepNanos = greeting.required("cpu-step");
      String port = String.valueOf(greeting.required("port"));
      client =
          Child.start(
              variant + " client", means.client(setup, clientSummary, port), setup.patience());
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
    Answer answer = client.ask(workload.command() + " " + count);
    Slice slice = answer.slice(server.cpuNanos() - before);
    return workload.isIdle() ? slice.withMemory(memory(client) + memory(server)) : slice;
  }

  private static double memory(Child program) {
    return program.ask("memory").required("memory");
  }

  /** The CPU time that the client has used since its start. */
  public long clientCpuNanos() {
    return client.cpuNanos();
  }

  /** The CPU time that the server has used since its start. */
  public long serverCpuNanos() {
    return server.cpuNanos();
  }

  @Override
  public long cpuStepNanos() {
    return cpuStepNanos;
  }

  /** Lets both end, the client first. */
  public void awaitEnd() {
    client.end();
    server.end();
  }

  @Override
  public Carried end() {
    awaitEnd();
    return carried();
  }

  /** What carried the connections of both, which have ended. */
  public Carried carried() {
    return new Carried(
        carried(means.clientHasAgent(), clientSummary, client),
        carried(means.serverHasAgent(), serverSummary, server));
  }

  private Carried.End carried(boolean agent, Path summary, Child program) {
    return agent ? Summaries.end(summary, program) : Carried.End.withoutJfs(means.carriedBy());
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
