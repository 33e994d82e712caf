package jfs.bench.variant;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jfs.bench.host.Cpus;
import jfs.bench.plan.Family;
import jfs.bench.plan.Launcher;
import jfs.bench.plan.Pair;
import jfs.bench.plan.VariantSetup;
import jfs.bench.plan.Workload;

/**
 * The Java programs, in two JVMs.
 *
 * @param client the agent's options at the client, empty for a JVM without the agent
 * @param server the same at the server
 * @param preload what both have instead of the C library's sockets
 */
record Jvms(Optional<String> client, Optional<String> server, Preload preload)
    implements JvmMeans, AppMembers {

  private static final Optional<String> NO_AGENT = Optional.empty();
  private static final Optional<String> AGENT = Optional.of("");
  private static final Optional<String> CHANNELS = Optional.of("channels=on");
  private static final Optional<String> EAGER_CHANNELS = Optional.of("channels=on,shm=eager");
  private static final Optional<String> CHANNEL = Optional.of("carrier=channel");
  private static final Optional<String> STREAMS = Optional.of("streams=on");
  private static final Optional<String> STREAMS_ON_TCP = Optional.of("streams=on,shm=off");

  static final Jvms PLAIN = new Jvms(NO_AGENT, NO_AGENT);
  static final Jvms RSOCKETS = new Jvms(NO_AGENT, NO_AGENT, Preload.RSOCKETS);
  static final Jvms JFS = new Jvms(AGENT, AGENT);
  static final Jvms JFS_CHANNEL = new Jvms(CHANNEL, CHANNEL);
  static final Jvms JFS_NIO = new Jvms(CHANNELS, CHANNELS);
  static final Jvms JFS_NIO_EAGER = new Jvms(EAGER_CHANNELS, EAGER_CHANNELS);
  static final Jvms JFS_STREAMS = new Jvms(STREAMS, STREAMS);
  static final Jvms JFS_STREAMS_ON_TCP = new Jvms(STREAMS_ON_TCP, STREAMS_ON_TCP);
  static final Jvms JFS_TO_PLAIN = new Jvms(AGENT, NO_AGENT);
  static final Jvms PLAIN_TO_JFS = new Jvms(NO_AGENT, AGENT);

  private Jvms(Optional<String> client, Optional<String> server) {
    this(client, server, Preload.NONE);
  }

  @Override
  public boolean pairsAtOnce() {
    return client.equals(EAGER_CHANNELS) && server.equals(EAGER_CHANNELS);
  }

  @Override
  public Pair start(String variant, VariantSetup setup, List<Workload> workloads, Path folder) {
    return setup.programs().family() == Family.APPS
        ? new AppGroups(variant, this, setup, workloads, folder)
        : JvmMeans.super.start(variant, setup, workloads, folder);
  }

  @Override
  public List<String> member(VariantSetup setup, Path summary, int rank, int processes) {
    List<Integer> cpus = Cpus.ofProcess();
    return command(
        setup,
        rank % 2 == 0 ? setup.placement().client(cpus) : setup.placement().server(cpus),
        rank == 0 ? client : server,
        summary,
        List.of("member", String.valueOf(rank), String.valueOf(processes)));
  }

  @Override
  public List<String> server(VariantSetup setup, Path summary) {
    List<String> place = setup.placement().server(Cpus.ofProcess());
    return command(setup, place, server, summary, setup.programs().serverWords());
  }

  @Override
  public List<String> client(VariantSetup setup, Path summary, String port) {
    List<String> place = setup.placement().client(Cpus.ofProcess());
    return command(setup, place, client, summary, setup.programs().clientWords(port));
  }

  private List<String> command(
      VariantSetup setup,
      List<String> place,
      Optional<String> agentOptions,
      Path summary,
      List<String> words) {
    Launcher launcher = setup.launcher();
    List<String> prefix = new ArrayList<>(place);
    prefix.addAll(preload.prefix());
    Launcher.Additions plain = new Launcher.Additions(prefix, preload.jvmArguments());
    return launcher.command(
        setup.programs().family(),
        agentOptions.map(options -> launcher.withAgent(plain, options, summary)).orElse(plain),
        words);
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
  public Optional<String> obstacle(VariantSetup setup) {
    return preload.obstacle(setup.route());
  }
}
