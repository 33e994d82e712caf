package jfs.bench.report;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import jfs.bench.host.Cpus;
import jfs.bench.host.JdkRelease;
import jfs.bench.plan.Plan;
import jfs.bench.plan.Schedule;
import jfs.bench.plan.VariantSetup;
import jfs.bench.result.MachineLoad;

/** Under which conditions figures were taken: what to print beside them. */
public final class Conditions {

  /** The condition that says what else the machine did. */
  public static final String OTHERS = "others took";

  /** What was built, in the words of git describe. */
  private static final String COMMIT = "jfs.bench.commit";

  private static final int TIMER_CALLS = 100_000;

  private final Instant begin = Instant.now();
  private final double averageBefore = average();
  private final Disturbance disturbance = new Disturbance();

  /** What else the machine has done since this was made, if that can be known. */
  public Optional<MachineLoad> load() {
    return disturbance.load();
  }

  /** The conditions, to be asked for when the run is over. */
  public Map<String, String> describe(Plan plan, Optional<MachineLoad> load) {
    VariantSetup setup = plan.setup();
    Schedule schedule = plan.schedule();
    Map<String, String> all = new LinkedHashMap<>();
    all.put("date", begin.truncatedTo(ChronoUnit.SECONDS).toString());
    all.put("CPU", cpuModel());
    all.put("frequency governor", governor());
    all.put("CPUs of this process", String.valueOf(Cpus.ofProcess().size()));
    all.put(
        "kernel",
        System.getProperty("os.name")
            + (" " + System.getProperty("os.version"))
            + (" " + System.getProperty("os.arch")));
    all.put("commit", System.getProperty(COMMIT, "unknown"));
    all.put("JDK", JdkRelease.describe(setup.launcher().java()));
    plan.otherSoftware().ifPresent(software -> all.put("software of others", software));
    all.put("JVM flags", String.join(" ", setup.launcher().jvmArguments()));
    all.put(
        "load average (1 min)", print(averageBefore) + " before, " + print(average()) + " after");
    all.put(OTHERS, load.map(MachineLoad::toString).orElse("unknown"));
    setup.route().ifPresent(route -> all.put("addresses", route.describe()));
    all.put("placement", setup.placement().describe(Cpus.ofProcess()));
    plan.quota().ifPresent(quota -> all.put("quota", quota));
    all.put(
        "schedule",
        schedule.forks()
            + (" × fresh JVMs, " + schedule.rounds() + " interleaved rounds in each, ")
            + (schedule.passes() > 1
                ? "in " + schedule.passes() + " passes through all workloads, "
                : "")
            + ("slices of about " + schedule.slice().toMillis() + " ms, ")
            + ("warm-up " + schedule.warmup().toMillis() + " ms a workload and variant"));
    all.put("clock", String.format(Locale.ROOT, "System.nanoTime, %.0f ns a call", timerCost()));
    return all;
  }

  private static String cpuModel() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/cpuinfo"))) {
        if (line.startsWith("model name")) {
          return line.substring(line.indexOf(':') + 1).strip();
        }
      }
    } catch (IOException e) {
      // Not a Linux.
    }
    return "unknown";
  }

  private static String governor() {
    try {
      return Files.readString(Path.of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"))
          .strip();
    } catch (IOException e) {
      return "not told"; // as in most virtual machines
    }
  }

  private static double average() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  private static String print(double load) {
    return load < 0 ? "unknown" : String.format(Locale.ROOT, "%.2f", load);
  }

  private static double timerCost() {
    double least = Double.MAX_VALUE;
    for (int i = 0; i < 10; i++) {
      long begin = System.nanoTime();
      long end = begin;
      for (int call = 0; call < TIMER_CALLS; call++) {
        end = System.nanoTime();
      }
      least = Math.min(least, (double) (end - begin) / TIMER_CALLS);
    }
    return least;
  }
}
