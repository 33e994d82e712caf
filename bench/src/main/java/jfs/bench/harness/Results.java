package jfs.bench.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a run gave.
 *
 * @param carried what carried each variant's connections, for every fork
 * @param cpuStepNanos the coarsest step seen of the clock that CPU times were read from
 */
public record Results(
    Plan plan, List<Series> series, Map<Variant, List<Carried>> carried, long cpuStepNanos) {

  public Series series(Workload workload, Variant variant) {
    return Series.find(series, workload, variant);
  }

  /** The variants that are compared with the JDK. */
  public List<Variant> challengers() {
    List<Variant> others = new ArrayList<>(plan.variants());
    others.remove(Variant.JDK);
    return others;
  }
}
