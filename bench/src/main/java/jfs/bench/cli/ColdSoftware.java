package jfs.bench.cli;

import java.util.ArrayList;
import java.util.List;
import jfs.bench.harness.ColdRuns;
import jfs.bench.plan.Workload;

/**
 * A software that is run cold, and what its client does.
 *
 * @param phases as its {@code jfs.bench.software.Software} has them, in its client's order
 */
record ColdSoftware(String name, List<Phase> phases) {

  /** A short run does so much less in each phase. */
  private static final int QUICK_PART = 20;

  /** So many operations. */
  record Phase(String name, int count) {}

  static ColdSoftware of(String name, Phase... phases) {
    return new ColdSoftware(name, List.of(phases));
  }

  /**
   * The workloads of those of these names, or of all if there is no name.
   *
   * @param options refuse a name that is not known
   */
  static List<Workload> workloads(
      List<ColdSoftware> all, List<String> names, SuiteOptions options) {
    for (String name : names) {
      if (all.stream().noneMatch(software -> software.name.equals(name))) {
        throw options.refusal("--programs: there is no " + name);
      }
    }
    List<Workload> workloads = new ArrayList<>();
    for (ColdSoftware software : all) {
      if (names.isEmpty() || names.contains(software.name)) {
        software.addTo(workloads, options.isQuick());
      }
    }
    return workloads;
  }

  private void addTo(List<Workload> workloads, boolean quick) {
    for (Phase phase : phases) {
      workloads.add(once(phase.name, quick ? Math.max(1, phase.count / QUICK_PART) : phase.count));
    }
    workloads.add(once(ColdRuns.WHOLE, 1));
  }

  private Workload once(String phase, int count) {
    return new Workload(name + " " + phase, name + " " + phase, 0, 1, count, count);
  }
}
