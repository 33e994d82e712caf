package jfs.bench.variant;

/** What several variants cannot do, in a line for the user. */
final class ObstacleWords {

  /** What stands in the way of RDMA between the loopback's addresses. */
  static final String NEEDS_DEVICES = "needs the --address of a device";

  /** What stands in the way of shared memory between hosts, or what stands for them. */
  static final String ONE_HOST = "within one host only";

  private ObstacleWords() {}
}
