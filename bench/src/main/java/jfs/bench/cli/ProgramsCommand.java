package jfs.bench.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import jfs.bench.harness.ColdRuns;
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

  /** A software's phases, as {@code jfs.bench.software} has them, in the order of its client. */
  private record Software(String name, List<Phase> phases) {}

  /** So many operations. */
  private record Phase(String name, int count) {}

  private static final List<Software> ALL =
      List.of(
          database("h2", 600),
          database("derby", 600),
          database("hsqldb", 20), // HSQLDB takes 100 ms for each, without JFS as well
          new Software(
              "activemq",
              List.of(
                  new Phase("connect", 150),
                  new Phase("request-reply", 3000),
                  new Phase("send", 50_000))),
          new Software("jgroups", List.of(new Phase("request", 5000), new Phase("multicast", 40))),
          new Software(
              "grpc",
              List.of(
                  new Phase("call", 3000),
                  new Phase("call-of-1-MB", 100),
                  new Phase("stream", 200))),
          new Software(
              "rmi",
              List.of(
                  new Phase("registry", 4000),
                  new Phase("null-call", 40_000),
                  new Phase("array", 10_000),
                  new Phase("exception", 4000))),
          new Software("jmx", List.of(new Phase("connect", 300), new Phase("attribute", 10_000))),
          new Software(
              "http",
              List.of(new Phase("without-keep-alive", 2000), new Phase("keep-alive", 10_000))));

  private static Software database(String name, int connections) {
    return new Software(
        name,
        List.of(
            new Phase("connect", connections),
            new Phase("insert", 400),
            new Phase("scan", 720),
            new Phase("lookup", 20_000)));
  }

  private static final SuiteOptions.Effort NORMAL = SuiteOptions.Effort.allRounds(10, 1, 1, 1);

  /** A short run does so much less in each phase. */
  private static final int QUICK_PART = 20;

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
    List<Workload> workloads = new ArrayList<>();
    for (Software software : chosen()) {
      for (Phase phase : software.phases) {
        int count = options.isQuick() ? Math.max(1, phase.count / QUICK_PART) : phase.count;
        workloads.add(once(software.name, phase.name, count));
      }
      workloads.add(once(software.name, ColdRuns.WHOLE, 1));
    }
    Plan plan = options.plan(Programs.SOFTWARE, workloads, NORMAL, QUICK);
    return SuiteRun.of(Suite.PROGRAMS, plan, options);
  }

  private static Workload once(String software, String phase, int count) {
    return new Workload(software + " " + phase, software + " " + phase, 0, 1, count, count);
  }

  private List<Software> chosen() {
    for (String name : programs) {
      if (ALL.stream().noneMatch(software -> software.name.equals(name))) {
        throw options.refusal("--programs: there is no " + name);
      }
    }
    return ALL.stream()
        .filter(software -> programs.isEmpty() || programs.contains(software.name))
        .toList();
  }
}
