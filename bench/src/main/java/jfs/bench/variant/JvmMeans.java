package jfs.bench.variant;

import java.nio.file.Path;
import java.util.List;
import jfs.bench.plan.Means;
import jfs.bench.plan.Pair;
import jfs.bench.plan.VariantSetup;
import jfs.bench.plan.Workload;

/** Two JVMs, one for each end. */
interface JvmMeans extends Means {

  /** The server's command line. */
  List<String> server(VariantSetup setup, Path summary);

  /** The client's, for the server's port, or another number that names the server. */
  List<String> client(VariantSetup setup, Path summary, String port);

  boolean clientHasAgent();

  boolean serverHasAgent();

  /** What carries the bytes where there is no agent to say it. */
  String carriedBy();

  @Override
  default Pair start(String variant, VariantSetup setup, List<Workload> workloads, Path folder) {
    return new JvmPair(variant, this, setup, folder);
  }

  @Override
  default boolean usesAgent() {
    return clientHasAgent() || serverHasAgent();
  }
}
