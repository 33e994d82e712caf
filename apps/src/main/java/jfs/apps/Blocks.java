package jfs.apps;

/**
 * A partition of 0..count-1 into one contiguous block for each process. Their sizes differ by at
 * most one.
 */
record Blocks(int count, int processes) {

  /** The first index of a process's block; of rank {@code processes}, the count. */
  int begin(int rank) {
    return (int) ((long) count * rank / processes);
  }

  int size(int rank) {
    return begin(rank + 1) - begin(rank);
  }

  /** The rank of the process that owns the block with an index. */
  int owner(int index) {
    return (int) (((index + 1L) * processes - 1) / count);
  }
}
