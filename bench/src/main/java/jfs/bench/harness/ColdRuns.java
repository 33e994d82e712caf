package jfs.bench.harness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jfs.bench.host.Folders;
import jfs.bench.plan.Carried;
import jfs.bench.plan.Family;
import jfs.bench.plan.Pair;
import jfs.bench.plan.Plan;
import jfs.bench.plan.Variant;
import jfs.bench.plan.VariantSetup;
import jfs.bench.plan.Workload;
import jfs.bench.result.Slice;
import jfs.bench.variant.JvmPair;

/**
 * Runs software as its users do: a server is started, then its client, which goes through its
 * phases once; both end. Then comes the next variant. A workload's command begins with the
 * software's name; its last one for each may be {@link #WHOLE}.
 */
public final class ColdRuns {

  /** From the first JVM's start to the last one's end, with what this asks them in between. */
  public static final String WHOLE = "whole";

  private final Plan plan;
  private final boolean apart;
  private final boolean onChannels;
  private final Interleaver.Progress progress;
  private final List<Series> series = new ArrayList<>();
  private final Map<Variant, List<Carried>> carried = new LinkedHashMap<>();

  /** By what a pair of JVMs does in its life: a software's phases, or one of them. */
  private final Map<String, List<Workload>> phases = new LinkedHashMap<>();

  private int done;

  /**
   * Runs to be made.
   *
   * @param apart whether each phase is to be the first thing that its JVMs do
   */
  public ColdRuns(Plan plan, boolean apart, Interleaver.Progress progress) {
    this.plan = plan;
    this.apart = apart;
    onChannels = plan.setup().programs().family() == Family.NIO_SOFTWARE;
    this.progress = progress;
    for (Workload workload : plan.workloads()) {
      String life = apart ? workload.label() : words(workload)[0];
      phases.computeIfAbsent(life, name -> new ArrayList<>()).add(workload);
    }
    for (Variant variant : plan.variants()) {
      carried.put(variant, new ArrayList<>());
      plan.workloads().forEach(workload -> series.add(new Series(workload, variant)));
    }
  }

  private static String[] words(Workload workload) {
    return workload.command().split(" ", 2);
  }

  public Results run() {
    for (int fork = 0; fork < plan.schedule().forks(); fork++) {
      series.forEach(Series::beginFork);
      for (Map.Entry<String, List<Workload>> life : phases.entrySet()) {
        progress.next(done++, plan.schedule().forks() * phases.size(), life.getKey());
        for (Variant variant : Order.ofRound(plan.variants(), fork)) {
          run(life.getValue(), variant);
        }
      }
    }
    return new Results(plan, series, carried, 0);
  }

  private void run(List<Workload> life, Variant variant) {
    Path folder = Folders.make();
    String software = words(life.get(0))[0];
    VariantSetup setup = plan.setup().with(plan.setup().programs().named(software));
    if (onChannels) {
      // Its servers keep files, which go with the folder: not one of them can remove its own
      // safely.
      setup = setup.withJvmArguments(List.of("-Djava.io.tmpdir=" + folder));
    }
    long begin = System.nanoTime();
    try (Pair started = variant.means().start(variant.name(), setup, life, folder)) {
      JvmPair pair = (JvmPair) started;
      pair.awaitReady();
      for (Workload phase : life) {
        if (!words(phase)[1].equals(WHOLE)) {
          add(phase, variant, pair.run(told(phase), phase.leastOperations()));
        }
      }
      double client = pair.clientCpuNanos();
      double server = pair.serverCpuNanos();
      pair.awaitEnd();
      long elapsed = System.nanoTime() - begin; // what is read from here on is the harness's time
      Carried ended = pair.carried();
      if (onChannels && variant.means().pairsAtOnce()) {
        LeftTcp.require(variant.name() + " " + software, ended);
      }
      carried.get(variant).add(apart ? ended : ended.of(software));
      for (Workload phase : life) {
        if (words(phase)[1].equals(WHOLE)) {
          add(phase, variant, Slice.untimed(1, elapsed, client, server));
        }
      }
    } finally {
      Folders.delete(folder);
    }
  }

  /** As its client is told. */
  private static Workload told(Workload phase) {
    return new Workload(
        phase.label(), words(phase)[1], 0, 1, phase.leastOperations(), phase.mostOperations());
  }

  private void add(Workload phase, Variant variant, Slice slice) {
    Series.find(series, phase, variant).add(slice);
  }
}
