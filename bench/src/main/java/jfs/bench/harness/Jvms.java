package jfs.bench.harness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The Java programs, in two JVMs.
 *
 * @param client the agent's options at the client, empty for a JVM without the agent
 * @param server the same at the server
 * @param preload what both have instead of the C library's sockets
 */
record Jvms(Optional<String> client, Optional<String> server, Preload preload) implements JvmMeans {

  private static final Optional<String> NO_AGENT = Optional.empty();
  private static final Optional<String> AGENT = Optional.of("");
  private static final Optional<String> CHANNEL = Optional.of("carrier=channel");

  static final Jvms PLAIN = new Jvms(NO_AGENT, NO_AGENT);
  static final Jvms RSOCKETS = new Jvms(NO_AGENT, NO_AGENT, Preload.RSOCKETS);
  static final Jvms JFS = new Jvms(AGENT, AGENT);
  static final Jvms JFS_CHANNEL = new Jvms(CHANNEL, CHANNEL);
  static final Jvms JFS_TO_PLAIN = new Jvms(AGENT, NO_AGENT);
  static final Jvms PLAIN_TO_JFS = new Jvms(NO_AGENT, AGENT);

  private Jvms(Optional<String> client, Optional<String> server) {
    this(client, server, Preload.NONE);
  }

  boolean useAgent() {
    return client.isPresent() || server.isPresent();
  }

  @Override
  public Pair start(String variant, Plan plan, Path folder) {
    return plan.programs().equals(Programs.APPS)
        ? new AppGroups(variant, this, plan, folder)
        : JvmMeans.super.start(variant, plan, folder);
  }

  /** The command line of a process of a parallel program: the first one has the client's agent. */
  List<String> member(Plan plan, Path summary, int rank, int processes) {
    List<Integer> cpus = Cpus.ofProcess();
    List<String> words = List.of(String.valueOf(rank), String.valueOf(processes));
    return command(
        plan,
        rank % 2 == 0 ? plan.placement().client(cpus) : plan.placement().server(cpus),
        rank == 0 ? client : server,
        summary,
        "jfs.bench.apps.AppProcess",
        words);
  }

  @Override
  public List<String> server(Plan plan, Path summary) {
    List<String> place = plan.placement().server(Cpus.ofProcess());
    return command(
        plan, place, server, summary, plan.programs().server(), plan.programs().serverWords());
  }

  @Override
  public List<String> client(Plan plan, Path summary, String port) {
    List<String> place = plan.placement().client(Cpus.ofProcess());
    return command(
        plan, place, client, summary, plan.programs().client(), plan.programs().clientWords(port));
  }

  private List<String> command(
      Plan plan,
      List<String> place,
      Optional<String> agentOptions,
      Path summary,
      String program,
      List<String> words) {
    List<String> prefix = new ArrayList<>(place);
    prefix.addAll(preload.prefix());
    return plan.launcher()
        .command(prefix, agentOptions, preload.jvmArguments(), summary, program, words);
  }

  @Override
  public boolean clientHasAgent() {
    return client.isPresent();
  }

  @Override
  public boolean serverHasAgent() {
    return server.isPresent();
  }

  @Override
  public String carriedBy() {
    return preload.carriedBy();
  }

  @Override
  public Optional<String> obstacle(Plan plan) {
    return preload.obstacle(plan.route());
  }
}
