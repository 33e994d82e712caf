package jfs.bench.harness;

import java.nio.file.Path;

/** What a variant's two programs are, and how they are started. */
sealed interface Means permits Jvms, Baseline {

  /**
   * Starts both.
   *
   * @param folder takes what they write; its name has no comma
   */
  Pair start(String variant, Plan plan, Path folder);
}
