package jfs.bench.plan;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What a variant's two programs are, and how they are started. */
public interface Means {

  /**
   * Starts both.
   *
   * @param variant its name
   * @param workloads what they will be told to do
   * @param folder takes what they write; its name has no comma
   */
  Pair start(String variant, VariantSetup setup, List<Workload> workloads, Path folder);

  /** Why it cannot run these programs on this host, in a line; empty if it can. */
  Optional<String> obstacle(VariantSetup setup);

  /** Whether an agent is in either program. */
  default boolean usesAgent() {
    return false;
  }

  /** Whether JFS pairs each connection at once, so that some must leave TCP in any run. */
  default boolean pairsAtOnce() {
    return false;
  }
}
