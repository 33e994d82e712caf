package jfs.bench.harness;

import java.util.ArrayList;
import java.util.List;

/** All slices of one workload by one variant: a list of rounds for each fork. */
public record Series(Workload workload, Variant variant, List<List<Slice>> forks) {

  Series(Workload workload, Variant variant) {
    this(workload, variant, new ArrayList<>());
  }

  static Series find(List<Series> all, Workload workload, Variant variant) {
    return all.stream()
        .filter(one -> one.workload.equals(workload) && one.variant.equals(variant))
        .findFirst()
        .orElseThrow();
  }

  void beginFork() {
    forks.add(new ArrayList<>());
  }

  void add(Slice slice) {
    forks.get(forks.size() - 1).add(slice);
  }

  public List<Slice> slices() {
    return forks.stream().flatMap(List::stream).toList();
  }
}
