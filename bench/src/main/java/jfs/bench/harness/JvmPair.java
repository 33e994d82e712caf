package jfs.bench.harness;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A pair of which each is in a JVM of its own. */
final class JvmPair implements Pair {

  private final Child server;
  private final Child client;
  private final Path serverSummary;
  private final Path clientSummary;
  private final long cpuStepNanos;
  private final Jvms jvms;

  /** Starts both. {@code folder} takes the agents' summaries; its name has no comma. */
  JvmPair(String variant, Jvms jvms, Plan plan, Path folder) {
    this.jvms = jvms;
    serverSummary = folder.resolve(variant + "-server.json");
    clientSummary = folder.resolve(variant + "-client.json");
    List<Integer> cpus = Cpus.ofProcess();
    List<String> serverCommand =
        plan.launcher()
            .command(
                plan.placement().server(cpus),
                jvms.server(),
                serverSummary,
                plan.programs().server(),
                List.of());
    server = Child.start(variant + " server", serverCommand, plan.patience());
    try {
      String greeting = server.greeting();
      Map<String, Long> values = Slice.values(greeting);
      cpuStepNanos = Slice.required(values, "cpu-step", greeting);
      String port = String.valueOf(Slice.required(values, "port", greeting));
      List<String> clientCommand =
          plan.launcher()
              .command(
                  plan.placement().client(cpus),
                  jvms.client(),
                  clientSummary,
                  plan.programs().client(),
                  List.of(port));
      client = Child.start(variant + " client", clientCommand, plan.patience());
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
    return Slice.of(answer, server.cpuNanos() - before);
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
        Carried.end(jvms.client(), clientSummary, client),
        Carried.end(jvms.server(), serverSummary, server));
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
