package jfs.bench.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jfs.bench.host.BenchException;
import jfs.bench.host.Cpus;
import jfs.bench.host.Placement;
import jfs.bench.host.Route;
import jfs.bench.plan.Launcher;
import jfs.bench.plan.Plan;
import jfs.bench.plan.Programs;
import jfs.bench.plan.Schedule;
import jfs.bench.plan.Variant;
import jfs.bench.plan.VariantSetup;
import jfs.bench.plan.Workload;
import jfs.bench.variant.Variants;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that all suites have. */
final class SuiteOptions {

  /**
   * How long to run, unless an option says otherwise.
   *
   * @param passes at most; see {@link Plan}
   * @param precision see {@link Plan}
   */
  record Effort(
      int forks, int rounds, int passes, int sliceMillis, int warmupMillis, double precision) {

    /** All rounds, however well the figures are known before. */
    static Effort allRounds(int forks, int rounds, int sliceMillis, int warmupMillis) {
      return new Effort(forks, rounds, 1, sliceMillis, warmupMillis, 0);
    }

    /** Rounds until all medians are known to ±5 %. */
    static Effort untilKnown(int forks, int rounds, int sliceMillis, int warmupMillis) {
      return new Effort(forks, rounds, 1, sliceMillis, warmupMillis, 0.05);
    }

    /** The same with the rounds of each workload spread over the whole run. */
    Effort spread() {
      return new Effort(forks, rounds, MOST_PASSES, sliceMillis, warmupMillis, precision);
    }

    /** How many of so many rounds: each pass costs a slice of warm-up. */
    private int passesOf(int rounds) {
      return Math.max(1, Math.min(passes, rounds / LEAST_ROUNDS_IN_PASS));
    }
  }

  private static final int MOST_PASSES = 5;
  private static final int LEAST_ROUNDS_IN_PASS = 4;

  private static final String NO_AGENT = "none";
  private static final String BASELINE = "jfs-native/target/native/jfs-baseline";

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
      names = {"--variants", "--peers"},
      split = ",",
      paramLabel = "NAME",
      description = {
        "What to compare, by commas (default: jdk,jfs; apps-nio: jdk,jfs-nio,jfs-nio-eager;"
            + " pingpong: all that"
            + " can be run here, but for those in brackets).",
        "jdk: plain sockets; jfs: the agent at both ends; (jfs-channel): the same over the pure NIO"
            + " carrier; (jfs-nio): jfs with channels=on; (jfs-nio-eager): with shm=eager, too;"
            + " (jfs-streams): with streams=on; (jfs-streams-on-tcp): with shm=off, too;"
            + " (jfs-to-plain), (plain-to-jfs): the agent at the client, server only.",
        "pingpong, stream and cpu: socket-channel and unix-channel: the JDK's channels over TCP and AF_UNIX;"
            + " junixsocket; netty-nio, netty-epoll, netty-io_uring; aeron-ipc: no socket, a lower"
            + " bound.",
        "pingpong and many, without Java: c-tcp; c-ring: JFS's ring in C, spinning (in"
            + " many spinning shortly, then asleep); (c-ring-futex): always asleep.",
        "With --address: rsockets (librspreload.so) in all suites; c-verbs: the same ring over"
            + " RDMA, and (c-verbs-block), and perftest, a lower bound, in pingpong."
      })
  private List<String> variants;

  @Option(
      names = "--baseline",
      paramLabel = "FILE",
      description = "The C program for the variants c-... (default: " + BASELINE + ").")
  private String baseline;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = {
        "Interleaved slices of each variant and workload in one pair of programs (pingpong: at",
        "most; fewer if each median is known to ±5 %% before)."
      })
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
      names = "--out",
      paramLabel = "DIR",
      description =
          "Write everything into this folder: SUITE.json (every slice), SUITE.html (a page with"
              + " plots).")
  Path out;

  @Option(
      names = "--at-least",
      paramLabel = "X",
      description =
          "Exit with 3 unless every speed-up's 95 %% interval lies at X or above, e.g. 0.97.")
  Double atLeast;

  boolean isQuick() {
    return quick;
  }

  Plan plan(Programs programs, List<Workload> workloads, Effort normal, Effort shorter) {
    return plan(programs, workloads, normal, shorter, List.of("jdk", "jfs"));
  }

  /**
   * The plan that the options ask for.
   *
   * <p>Variants that cannot be run here are skipped, unless nothing would be left to compare.
   *
   * @param usual the variants unless the options name them
   */
  Plan plan(
      Programs programs,
      List<Workload> workloads,
      Effort normal,
      Effort shorter,
      List<String> usual) {
    Plan plan = wish(programs, workloads, quick ? shorter : normal, usual);
    Map<String, String> obstacles = plan.obstacles();
    Plan possible = plan.without(obstacles);
    if (!obstacles.isEmpty() && possible.variants().equals(List.of(Variants.JDK))) {
      Map.Entry<String, String> first = obstacles.entrySet().iterator().next();
      throw refusal("--variants: '" + first.getKey() + "': " + first.getValue());
    }
    return possible;
  }

  private Plan wish(
      Programs programs, List<Workload> workloads, Effort effort, List<String> usual) {
    List<Variant> chosen = chosenVariants(usual);
    Optional<Path> jar = agentJar(chosen);
    Optional<Path> executable = baselineExecutable();
    Optional<Route> route = route();
    checkPlacement();
    if (!Files.isExecutable(javaHome.resolve("bin").resolve("java"))) {
      throw refusal("--java-home " + javaHome + " has no bin/java");
    }
    int allRounds = atLeastOne("--rounds", rounds, effort.rounds);
    VariantSetup setup =
        new VariantSetup(
            programs,
            new Launcher(javaHome, jvmArguments(route), jar),
            route,
            executable,
            place,
            Duration.ofSeconds(atLeastOne("--timeout", timeout, timeout)));
    Schedule schedule =
        new Schedule(
            atLeastOne("--forks", forks, effort.forks),
            allRounds,
            effort.passesOf(allRounds),
            effort.precision,
            Duration.ofMillis(atLeastOne("--slice", slice, effort.sliceMillis)),
            Duration.ofMillis(atLeastOne("--warmup", warmup, effort.warmupMillis)));
    return new Plan(
        setup,
        workloads,
        jar.isPresent() || !usesAgent(chosen) ? chosen : Variants.plain(chosen),
        Map.of(),
        schedule);
  }

  private List<String> jvmArguments(Optional<Route> route) {
    List<String> all = new ArrayList<>(List.of(jvmArguments.strip().split(" +", -1)));
    route.ifPresent(found -> all.add(found.jvmArgument()));
    return all;
  }

  private Optional<Route> route() {
    try {
      return Optional.ofNullable(address).map(Route::to);
    } catch (BenchException e) {
      throw refusal("--address " + address + ": " + e.getMessage());
    }
  }

  private List<Variant> chosenVariants(List<String> usual) {
    try {
      return Variants.named(variants == null ? usual : variants);
    } catch (IllegalArgumentException e) {
      throw refusal("--variants: " + e.getMessage());
    }
  }

  /** The agent's jar, absent if there is to be none, or nothing asks for it. */
  private Optional<Path> agentJar(List<Variant> chosen) {
    if (agent.equals(NO_AGENT) || !usesAgent(chosen)) {
      return Optional.empty();
    }
    Path jar = Path.of(agent);
    if (!Files.isReadable(jar)) {
      throw refusal("--agent: no readable file " + jar + " ('none' runs without it)");
    }
    return Optional.of(jar.toAbsolutePath());
  }

  private static boolean usesAgent(List<Variant> variants) {
    return variants.stream().anyMatch(variant -> variant.means().usesAgent());
  }

  /** The C program, absent if it was not built. */
  private Optional<Path> baselineExecutable() {
    Path program = Path.of(baseline == null ? BASELINE : baseline);
    if (Files.isRegularFile(program) && Files.isExecutable(program)) {
      return Optional.of(program.toAbsolutePath());
    }
    if (baseline != null) {
      throw refusal("--baseline: no program " + program);
    }
    return Optional.empty();
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
