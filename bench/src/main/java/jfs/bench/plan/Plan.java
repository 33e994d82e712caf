package jfs.bench.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jfs.bench.host.Quota;

/**
 * What to run, and how long.
 *
 * @param skipped variants that cannot be run, and why
 */
public record Plan(
    VariantSetup setup,
    List<Workload> workloads,
    List<Variant> variants,
    Map<String, String> skipped,
    Schedule schedule) {

  /** Which variants cannot be run, and why. */
  public Map<String, String> obstacles() {
    Map<String, String> obstacles = new LinkedHashMap<>();
    for (Variant variant : variants) {
      variant.means().obstacle(setup).ifPresent(why -> obstacles.put(variant.name(), why));
    }
    return obstacles;
  }

  /** The same with more arguments for all measured JVMs. */
  public Plan withJvmArguments(List<String> more) {
    return with(setup.withJvmArguments(more));
  }

  /** The same with a limit for each JVM. */
  public Plan within(Quota limit) {
    return with(setup.within(limit));
  }

  private Plan with(VariantSetup other) {
    return new Plan(other, workloads, variants, skipped, schedule);
  }

  /** That limit in words, if there is one. */
  public Optional<String> quota() {
    return setup.launcher().quota().map(Quota::describe);
  }

  /** What software of others is measured, with its versions, if there is any. */
  public Optional<String> otherSoftware() {
    return OtherSoftware.of(this);
  }

  /** The same without these variants. */
  public Plan without(Map<String, String> obstacles) {
    return new Plan(
        setup,
        workloads,
        variants.stream().filter(variant -> !obstacles.containsKey(variant.name())).toList(),
        obstacles,
        schedule);
  }
}
