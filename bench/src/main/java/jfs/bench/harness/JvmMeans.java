package jfs.bench.harness;

import java.nio.file.Path;
import java.util.List;

/** Two JVMs, one for each end. */
sealed interface JvmMeans extends Means permits Jvms, PeerJvms {

  /** The server's command line. */
  List<String> server(Plan plan, Path summary);

  /** The client's, for the server's port, or another number that names the server. */
  List<String> client(Plan plan, Path summary, String port);

  boolean clientHasAgent();

  boolean serverHasAgent();

  /** What carries the bytes where there is no agent to say it. */
  String carriedBy();

  @Override
  default Pair start(String variant, Plan plan, Path folder) {
    return new JvmPair(variant, this, plan, folder);
  }
}
