package jfs.apps;

/**
 * Which process has which of the octree's domains: contiguous ranges in Morton's order, with about
 * the same number of bodies each.
 */
final class Domains {

  private final int[] owners;
  private final int[] begins;

  /** Shares domains by how many bodies are in each. */
  Domains(int[] counts, int bodies, int processes) {
    owners = new int[counts.length];
    begins = new int[processes + 1];
    Blocks blocks = new Blocks(bodies, processes);
    int before = 0;
    int owner = 0;
    for (int domain = 0; domain < counts.length; domain++) {
      // It gets the owner that its middle body would have if bodies were shared evenly.
      int middle = Math.min(bodies - 1, before + counts[domain] / 2);
      while (owner < blocks.owner(middle)) {
        begins[++owner] = domain;
      }
      owners[domain] = owner;
      before += counts[domain];
    }
    while (owner < processes) {
      begins[++owner] = counts.length;
    }
  }

  int owner(int domain) {
    return owners[domain];
  }

  /** The first domain of a process; of rank {@code processes}, the number of domains. */
  int begin(int rank) {
    return begins[rank];
  }
}
