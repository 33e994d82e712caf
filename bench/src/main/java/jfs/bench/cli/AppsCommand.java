package jfs.bench.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import jfs.bench.plan.Plan;
import jfs.bench.plan.Programs;
import jfs.bench.plan.Workload;
import jfs.bench.report.Suite;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code Bench apps}. */
@Command(
    name = "apps",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Six parallel programs on RMI, those of the Manta paper, each by one JVM and by several;"
            + " every result is checked against a sequential run's.")
public final class AppsCommand implements Callable<Integer> {

  /**
   * A program and how much it is to do: about a second by one JVM, or a tenth of one; or so little
   * that two JVMs spend much of their time in calls.
   */
  private record App(String name, int size, int shortSize, int smallSize) {}

  private static final List<App> APPS =
      List.of(
          new App("sor", 578, 200, 200),
          new App("asp", 1280, 400, 320),
          new App("radix", 3_000_000, 1_000_000, 10_000),
          new App("fft", 1 << 20, 1 << 16, 1 << 12),
          new App("water", 1728, 512, 64),
          new App("barnes-hut", 30_000, 4_000, 200));

  /** Some ten seconds go by until all that a program and RMI need is compiled. */
  private static final SuiteOptions.Effort NORMAL = SuiteOptions.Effort.allRounds(2, 6, 1, 12_000);

  private static final SuiteOptions.Effort QUICK = SuiteOptions.Effort.allRounds(1, 6, 1, 4_000);

  /** A run takes milliseconds. */
  private static final SuiteOptions.Effort SMALL = SuiteOptions.Effort.allRounds(5, 20, 1, 6_000);

  private static final List<Integer> USUAL_JVMS = List.of(1, 2, 4);
  private static final int SEED = 2001;
  private static final int MOST_PROCESSES = 64;

  @Mixin private SuiteOptions options;

  @Option(
      names = "--jvms",
      split = ",",
      paramLabel = "N",
      description = "By how many JVMs, by commas (default: 1,2,4; with --small: 2).")
  private List<Integer> jvms;

  @Option(names = "--small", description = "So little to do that calls take much of the time.")
  private boolean small;

  @Option(
      names = "--programs",
      split = ",",
      paramLabel = "NAME",
      description = "Only these: sor, asp, radix, fft, water, barnes-hut (default: all).")
  private List<String> programs = List.of();

  @Override
  public Integer call() {
    List<Workload> workloads = new ArrayList<>();
    for (App app : chosen()) {
      for (int processes : processes()) {
        if (processes < 1 || processes > MOST_PROCESSES) {
          throw options.refusal("--jvms must be 1 to " + MOST_PROCESSES + ", not " + processes);
        }
        int size = small ? app.smallSize : options.isQuick() ? app.shortSize : app.size;
        workloads.add(
            new Workload(
                app.name + " " + size + ", " + processes + (processes == 1 ? " JVM" : " JVMs"),
                processes + " run " + app.name + " " + size + " " + SEED,
                0,
                1,
                1,
                Long.MAX_VALUE));
      }
    }
    Plan plan = options.plan(Programs.APPS, workloads, small ? SMALL : NORMAL, QUICK);
    return SuiteRun.of(Suite.APPS, plan, options);
  }

  private List<Integer> processes() {
    return jvms != null ? jvms : small ? List.of(2) : USUAL_JVMS;
  }

  private List<App> chosen() {
    for (String name : programs) {
      if (APPS.stream().noneMatch(app -> app.name.equals(name))) {
        throw options.refusal("--programs: there is no " + name);
      }
    }
    return APPS.stream().filter(app -> programs.isEmpty() || programs.contains(app.name)).toList();
  }
}
