package jfs.bench.harness;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A server and its client, of one variant. Both stay until all slices are done. */
final class Pair implements AutoCloseable {

  private final ChildJvm server;
  private final ChildJvm client;
  private final Path serverSummary;
  private final Path clientSummary;
  private final long cpuStepNanos;
  private final Variant variant;

  /** Starts both. {@code folder} takes the agents' summaries; its name has no comma. */
  Pair(Variant variant, Plan plan, Path folder) {
    this.variant = variant;
    serverSummary = folder.resolve(variant.name() + "-server.json");
    clientSummary = folder.resolve(variant.name() + "-client.json");
    List<Integer> cpus = Cpus.ofProcess();
    List<String> serverCommand =
        plan.launcher()
            .command(
                plan.placement().server(cpus),
                variant.server(),
                serverSummary,
                plan.programs().server(),
                List.of());
    server = ChildJvm.start(variant.name() + " server", serverCommand, plan.patience());
    try {
      String greeting = server.greeting();
      Map<String, Long> values = Slice.values(greeting);
      cpuStepNanos = Slice.required(values, "cpu-step", greeting);
      String port = String.valueOf(Slice.required(values, "port", greeting));
      List<String> clientCommand =
          plan.launcher()
              .command(
                  plan.placement().client(cpus),
                  variant.client(),
                  clientSummary,
                  plan.programs().client(),
                  List.of(port));
      client = ChildJvm.start(variant.name() + " client", clientCommand, plan.patience());
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }

  void awaitReady() {
    client.greeting();
  }

  Slice run(Workload workload, long count) {
    long before = serverCpu();
    String answer = client.ask(workload.command() + " " + count);
    return Slice.of(answer, serverCpu() - before);
  }

  private long serverCpu() {
    String answer = server.ask("cpu");
    return Slice.required(Slice.values(answer), "cpu", answer);
  }

  long cpuStepNanos() {
    return cpuStepNanos;
  }

  /** Lets both end, the client first, and says what carried their connections. */
  Carried end() {
    client.end();
    server.end();
    return new Carried(
        Carried.end(variant.client(), clientSummary, client),
        Carried.end(variant.server(), serverSummary, server));
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
