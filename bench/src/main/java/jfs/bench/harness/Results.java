package jfs.bench.harness;

import java.util.List;
import java.util.Map;
import jfs.bench.plan.Carried;
import jfs.bench.plan.Plan;
import jfs.bench.plan.Variant;
import jfs.bench.plan.Workload;

/**
 * What a run gave.
 *
 * @param carried what carried each variant's connections, for every fork
 * @param cpuStepNanos the coarsest step seen of the clock that CPU times were read from
 */
public record Results(
    Plan plan, List<Series> series, Map<Variant, List<Carried>> carried, long cpuStepNanos) {

  /** What the JDK did with a workload. */
  public Series jdk(Workload workload) {
    return series.stream()
        .filter(one -> one.workload().equals(workload) && one.variant().isJdk())
        .findFirst()
        .orElseThrow();
  }
}
