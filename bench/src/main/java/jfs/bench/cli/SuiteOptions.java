package jfs.bench.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jfs.bench.harness.BenchException;
import jfs.bench.harness.Cpus;
import jfs.bench.harness.Launcher;
import jfs.bench.harness.Placement;
import jfs.bench.harness.Plan;
import jfs.bench.harness.Programs;
import jfs.bench.harness.Route;
import jfs.bench.harness.Variant;
import jfs.bench.harness.Workload;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that all suites have. */
final class SuiteOptions {

  /** How long to run, unless an option says otherwise. */
  record Effort(int forks, int rounds, int sliceMillis, int warmupMillis) {}

  private static final String NO_AGENT = "none";

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = "--agent",
      paramLabel = "JAR",
      defaultValue = "agent/target/jfs-agent.jar",
      description = {
        "The JFS agent (default: ${DEFAULT-VALUE}).",
        "'none' runs every JVM plain: how far do equals differ?"
      })
  private String agent;

  @Option(
      names = "--variants",
      split = ",",
      paramLabel = "NAME",
      defaultValue = "jdk,jfs",
      description = {
        "What to compare, by commas (default: ${DEFAULT-VALUE}): jdk (plain sockets), jfs (agent at"
            + " both ends), jfs-channel (the same over the pure NIO carrier), jfs-to-plain (agent"
            + " at the client only), plain-to-jfs (agent at the server only); with --address also"
            + " rsockets (librspreload.so);",
        "pingpong and many also without Java: c-ring (JFS's ring in C, spinning: the limit; in many"
            + " spinning shortly, then asleep), c-ring-futex (always asleep), c-tcp; pingpong with --address also"
            + " c-verbs (the same ring over RDMA), c-verbs-block."
      })
  private List<String> variants;

  @Option(
      names = "--baseline",
      paramLabel = "FILE",
      defaultValue = "jfs-native/target/native/jfs-baseline",
      description = "The C program for the variants c-... (default: ${DEFAULT-VALUE}).")
  private Path baseline;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Interleaved slices of each variant and workload in one pair of programs.")
  private Integer rounds;

  @Option(
      names = "--forks",
      paramLabel = "N",
      description = "How many times each variant gets a fresh pair of programs.")
  private Integer forks;

  @Option(names = "--slice", paramLabel = "MS", description = "Length of one slice, milliseconds.")
  private Integer slice;

  @Option(
      names = "--warmup",
      paramLabel = "MS",
      description = "Warm-up of each variant for each workload, milliseconds.")
  private Integer warmup;

  @Option(names = "--quick", description = "A short run, for a first look.")
  private boolean quick;

  @Option(
      names = "--place",
      paramLabel = "WHERE",
      defaultValue = "free",
      description =
          "free (not pinned), two (server and client on a core each), one (both on the same core);"
              + " default: ${DEFAULT-VALUE}.")
  private Placement place;

  @Option(
      names = "--address",
      paramLabel = "IP",
      description = "Where servers listen, an address of this host (default: the loopback's).")
  private String address;

  @Option(
      names = "--jvm-args",
      paramLabel = "ARGS",
      defaultValue = "-XX:+UseSerialGC -Xms256m -Xmx256m",
      description = "For all measured JVMs, by blanks (default: ${DEFAULT-VALUE}).")
  private String jvmArguments;

  @Option(
      names = "--java-home",
      paramLabel = "DIR",
      defaultValue = "${sys:java.home}",
      description = "The JDK that runs the measured programs (default: the one that runs this).")
  private Path javaHome;

  @Option(
      names = "--timeout",
      paramLabel = "S",
      defaultValue = "60",
      description = "How long a measured program may take to answer (default: ${DEFAULT-VALUE} s).")
  private int timeout;

  @Option(names = "--json", paramLabel = "FILE", description = "Write everything there as JSON.")
  Path json;

  @Option(
      names = "--at-least",
      paramLabel = "X",
      description =
          "Exit with 3 unless every speed-up's 95 %% interval lies at X or above, e.g. 0.97.")
  Double atLeast;

  Plan plan(Programs programs, List<Workload> workloads, Effort normal, Effort shorter) {
    Effort effort = quick ? shorter : normal;
    List<Variant> chosen = chosenVariants();
    Optional<Path> jar = agentJar(chosen);
    Optional<Path> executable = baselineExecutable(chosen, programs);
    Optional<Route> route = route(chosen);
    checkPlacement();
    if (!Files.isExecutable(javaHome.resolve("bin").resolve("java"))) {
      throw refusal("--java-home " + javaHome + " has no bin/java");
    }
    return new Plan(
        programs,
        workloads,
        jar.isPresent() || chosen.stream().noneMatch(Variant::usesAgent)
            ? chosen
            : Variant.plain(chosen),
        new Launcher(javaHome, jvmArguments(route), jar),
        route,
        executable,
        place,
        atLeastOne("--forks", forks, effort.forks),
        atLeastOne("--rounds", rounds, effort.rounds),
        Duration.ofMillis(atLeastOne("--slice", slice, effort.sliceMillis)),
        Duration.ofMillis(atLeastOne("--warmup", warmup, effort.warmupMillis)),
        Duration.ofSeconds(atLeastOne("--timeout", timeout, timeout)));
  }

  private List<String> jvmArguments(Optional<Route> route) {
    List<String> all = new ArrayList<>(List.of(jvmArguments.strip().split(" +", -1)));
    route.ifPresent(found -> all.add(found.jvmArgument()));
    return all;
  }

  private Optional<Route> route(List<Variant> chosen) {
    Optional<Variant> first = chosen.stream().filter(Variant::needsRoute).findFirst();
    if (address == null && first.isPresent()) {
      throw refusal("--variants: '" + first.get().name() + "' needs the --address of a device");
    }
    try {
      return Optional.ofNullable(address).map(Route::to);
    } catch (BenchException e) {
      throw refusal("--address " + address + ": " + e.getMessage());
    }
  }

  private List<Variant> chosenVariants() {
    try {
      return Variant.named(variants);
    } catch (IllegalArgumentException e) {
      throw refusal("--variants: " + e.getMessage());
    }
  }

  /** The agent's jar, absent if there is to be none, or nothing asks for it. */
  private Optional<Path> agentJar(List<Variant> chosen) {
    if (agent.equals(NO_AGENT) || chosen.stream().noneMatch(Variant::usesAgent)) {
      return Optional.empty();
    }
    Path jar = Path.of(agent);
    if (!Files.isReadable(jar)) {
      throw refusal("--agent: no readable file " + jar + " ('none' runs without it)");
    }
    return Optional.of(jar.toAbsolutePath());
  }

  /** The C program, absent if nothing asks for it. */
  private Optional<Path> baselineExecutable(List<Variant> chosen, Programs programs) {
    Optional<Variant> first = chosen.stream().filter(Variant::usesBaseline).findFirst();
    if (first.isEmpty()) {
      return Optional.empty();
    }
    if (programs.baseline().isEmpty()) {
      throw refusal(
          "--variants: '" + first.get().name() + "' is for pingpong and many only: not done in C");
    }
    if (!Files.isRegularFile(baseline) || !Files.isExecutable(baseline)) {
      throw refusal(
          "--baseline: no program "
              + baseline
              + " (built with JFS where there are CMake and a C compiler)");
    }
    return Optional.of(baseline.toAbsolutePath());
  }

  private void checkPlacement() {
    try {
      place.check(Cpus.ofProcess());
    } catch (BenchException e) {
      throw refusal("--place " + place + ": " + e.getMessage());
    }
  }

  private int atLeastOne(String option, Integer given, int otherwise) {
    int value = given == null ? otherwise : given;
    if (value < 1) {
      throw refusal(option + " must be at least 1, not " + value);
    }
    return value;
  }

  ParameterException refusal(String message) {
    return new ParameterException(command.commandLine(), message);
  }
}
