package jfs.bench.harness;

import java.nio.file.Path;
import java.util.Optional;

/** What a variant's two programs are, and how they are started. */
sealed interface Means permits JvmMeans, Baseline, Perftest {

  /** What stands in the way of RDMA between the loopback's addresses. */
  String NEEDS_DEVICES = "needs the --address of a device";

  /** What stands in the way of shared memory between hosts, or what stands for them. */
  String ONE_HOST = "within one host only";

  /**
   * Starts both.
   *
   * @param folder takes what they write; its name has no comma
   */
  Pair start(String variant, Plan plan, Path folder);

  /** Why it cannot run this plan on this host, in a line; empty if it can. */
  Optional<String> obstacle(Plan plan);
}
