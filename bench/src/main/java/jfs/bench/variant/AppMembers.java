package jfs.bench.variant;

import java.nio.file.Path;
import java.util.List;
import jfs.bench.plan.VariantSetup;

/**
 * The JVMs that run parallel programs: the first one is as a pair's client, the others as servers.
 */
interface AppMembers {

  /** The command line of one of them. */
  List<String> member(VariantSetup setup, Path summary, int rank, int processes);

  boolean clientHasAgent();

  boolean serverHasAgent();

  /** What carries the bytes where there is no agent to say it. */
  String carriedBy();
}
