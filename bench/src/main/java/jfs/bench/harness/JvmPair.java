package jfs.bench.harness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
                prefix(plan.placement().server(cpus)),
                jvms.server(),
                jvms.preload().jvmArguments(),
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
                  prefix(plan.placement().client(cpus)),
                  jvms.client(),
                  jvms.preload().jvmArguments(),
                  clientSummary,
                  plan.programs().client(),
                  List.of(port));
      client = Child.start(variant + " client", clientCommand, plan.patience());
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private List<String> prefix(List<String> placement) {
    List<String> prefix = new ArrayList<>(placement);
    prefix.addAll(jvms.preload().prefix());
    return prefix;
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
        end(jvms.client(), clientSummary, client), end(jvms.server(), serverSummary, server));
  }

  private Carried.End end(Optional<String> agentOptions, Path summary, Child program) {
    return agentOptions.isEmpty()
        ? Carried.End.withoutJfs(jvms.preload().carriedBy())
        : Carried.end(summary, program);
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
