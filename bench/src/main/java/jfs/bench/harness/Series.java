package jfs.bench.harness;

import java.util.ArrayList;
import java.util.List;
import jfs.bench.plan.Variant;
import jfs.bench.plan.Workload;
import jfs.bench.result.Slice;
import jfs.bench.stats.MedianInterval;

/**
 * All slices of one workload by one variant: a list of rounds for each fork.
 *
 * @param warmups of each fork: see {@link Calibration#spread}
 */
public record Series(
    Workload workload, Variant variant, List<List<Slice>> forks, List<Double> warmups) {

  Series(Workload workload, Variant variant) {
    this(workload, variant, new ArrayList<>(), new ArrayList<>());
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

  void warmedUp(double spread) {
    warmups.add(spread);
  }

  void add(Slice slice) {
    forks.get(forks.size() - 1).add(slice);
  }

  /** How well the median is known from each fork's rounds alone, which resemble each other. */
  public List<MedianInterval> intervals() {
    return forks.stream()
        .map(slices -> MedianInterval.of(slices.stream().mapToDouble(Slice::typical).toArray()))
        .toList();
  }

  /** The widest of those intervals' {@linkplain MedianInterval#relativeHalfWidth half widths}. */
  public double halfWidth() {
    return intervals().stream()
        .mapToDouble(MedianInterval::relativeHalfWidth)
        .max()
        .orElse(Double.NaN);
  }

  /** Whether the last fork's median is known so well. */
  boolean isKnownTo(double precision) {
    List<MedianInterval> intervals = intervals();
    return MedianInterval.isEnough(forks.get(forks.size() - 1).size())
        && intervals.get(intervals.size() - 1).relativeHalfWidth() <= precision;
  }

  public List<Slice> slices() {
    return forks.stream().flatMap(List::stream).toList();
  }
}
