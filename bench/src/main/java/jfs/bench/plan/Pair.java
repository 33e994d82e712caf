package jfs.bench.plan;

import jfs.bench.result.Slice;

/** A server and its client, of one variant. Both stay until all slices are done. */
public interface Pair extends AutoCloseable {

  void awaitReady();

  Slice run(Workload workload, long count);

  /** The least step of the clock that CPU times are read from, once it is ready. */
  long cpuStepNanos();

  /** Lets both end, the client first, and says what carried their connections. */
  Carried end();

  /** Ends both, even if they hang. */
  @Override
  void close();
}
