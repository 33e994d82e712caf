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

/** {@code Bench apps-nio}. */
@Command(
    name = "apps-nio",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Software on channels and selectors, unmodified, with channels=on. Every answer is checked;",
      "a wrong one is a failure, and so is a run of jfs-nio-eager in which no connection left TCP",
      "at either end.",
      "--forks says how many runs of each variant."
    })
public final class AppsNioCommand implements Callable<Integer> {

  private static final List<ColdSoftware> ALL =
      List.of(
          ColdSoftware.of(
              "netty",
              new Phase("1x64", 60),
              new Phase("1x1K", 60),
              new Phase("1x64K", 20),
              new Phase("100x64", 100),
              new Phase("100x1K", 100),
              new Phase("100x64K", 20)),
          ColdSoftware.of(
              "tomcat",
              new Phase("get", 8000),
              new Phase("post", 8000),
              new Phase("posts-at-once", 800),
              new Phase("get-close", 2000),
              new Phase("post-close", 2000)),
          ColdSoftware.of(
              "grpc-netty",
              new Phase("call", 8000),
              new Phase("calls-at-once", 300),
              new Phase("call-of-1-MB", 150),
              new Phase("stream", 500)),
          ColdSoftware.of(
              "zookeeper",
              new Phase("create", 4000),
              new Phase("get", 10_000),
              new Phase("gets-at-once", 200),
              new Phase("set", 4000),
              new Phase("watch", 2000)),
          ColdSoftware.of(
              "hazelcast",
              new Phase("put", 10_000),
              new Phase("get", 10_000),
              new Phase("put-64K", 1500),
              new Phase("get-64K", 1500),
              new Phase("gets-at-once", 200)),
          ColdSoftware.of(
              "kafka",
              new Phase("send", 3000),
              new Phase("send-1000", 100),
              new Phase("receive-1000", 100),
              new Phase("send-receive", 1000)));

  private static final SuiteOptions.Effort NORMAL = SuiteOptions.Effort.allRounds(5, 1, 1, 1);
  private static final SuiteOptions.Effort QUICK = SuiteOptions.Effort.allRounds(1, 1, 1, 1);

  @Mixin private SuiteOptions options;

  @Option(
      names = "--programs",
      split = ",",
      paramLabel = "NAME",
      description =
          "Only these: netty, tomcat, grpc-netty, zookeeper, hazelcast, kafka (default: all).")
  private List<String> programs = List.of();

  @Override
  public Integer call() {
    List<Workload> workloads = ColdSoftware.workloads(ALL, programs, options);
    Plan plan =
        options.plan(
            Programs.NIO_SOFTWARE,
            workloads,
            NORMAL,
            QUICK,
            List.of("jdk", "jfs-nio", "jfs-nio-eager"));
    return SuiteRun.of(Suite.APPS_NIO, plan, options);
  }
}
