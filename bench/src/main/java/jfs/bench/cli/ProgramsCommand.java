package jfs.bench.cli;

import java.util.List;
import java.util.concurrent.Callable;
import jfs.bench.cli.ColdSoftware.Phase;
import jfs.bench.plan.Plan;
import jfs.bench.plan.Programs;
import jfs.bench.plan.Workload;
import jfs.bench.report.Suite;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code Bench programs}. */
@Command(
    name = "programs",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Software from a registry, unmodified, from the start of its JVMs to their exit: what a user",
      "sees who restarts a service with the agent. --forks says how many runs of each variant."
    })
public final class ProgramsCommand implements Callable<Integer> {

  private static final List<ColdSoftware> ALL =
      List.of(
          database("h2", 600),
          database("derby", 600),
          database("hsqldb", 20), // HSQLDB takes 100 ms for each, without JFS as well
          ColdSoftware.of(
              "activemq",
              new Phase("connect", 150),
              new Phase("request-reply", 3000),
              new Phase("send", 50_000)),
          ColdSoftware.of("jgroups", new Phase("request", 5000), new Phase("multicast", 40)),
          ColdSoftware.of(
              "grpc",
              new Phase("call", 3000),
              new Phase("call-of-1-MB", 100),
              new Phase("stream", 200)),
          ColdSoftware.of(
              "rmi",
              new Phase("registry", 4000),
              new Phase("null-call", 40_000),
              new Phase("array", 10_000),
              new Phase("exception", 4000)),
          ColdSoftware.of("jmx", new Phase("connect", 300), new Phase("attribute", 10_000)),
          ColdSoftware.of(
              "http", new Phase("without-keep-alive", 2000), new Phase("keep-alive", 10_000)));

  private static ColdSoftware database(String name, int connections) {
    return ColdSoftware.of(
        name,
        new Phase("connect", connections),
        new Phase("insert", 400),
        new Phase("scan", 720),
        new Phase("lookup", 20_000));
  }

  private static final SuiteOptions.Effort NORMAL = SuiteOptions.Effort.allRounds(10, 1, 1, 1);

  private static final SuiteOptions.Effort QUICK = SuiteOptions.Effort.allRounds(3, 1, 1, 1);

  @Mixin private SuiteOptions options;

  @Option(
      names = "--programs",
      split = ",",
      paramLabel = "NAME",
      description =
          "Only these: h2, derby, hsqldb, activemq, jgroups, grpc, rmi, jmx, http (default: all).")
  private List<String> programs = List.of();

  @Override
  public Integer call() {
    List<Workload> workloads = ColdSoftware.workloads(ALL, programs, options);
    Plan plan = options.plan(Programs.SOFTWARE, workloads, NORMAL, QUICK);
    return SuiteRun.of(Suite.PROGRAMS, plan, options);
  }
}
