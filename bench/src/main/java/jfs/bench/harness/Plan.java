package jfs.bench.harness;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What to run, and how long.
 *
 * @param skipped variants that cannot be run, and why
 * @param route which addresses to measure between; absent for the loopback's
 * @param baseline the C program's executable; absent if no variant uses it
 * @param forks how many times each variant gets a fresh pair of programs
 * @param rounds the most slices of each variant and workload in one pair of programs
 * @param passes a pair of programs goes through all workloads so many times, with a part of the
 *     rounds each time: a machine that is slow for half a minute is not slow for one workload only
 * @param precision fewer will do if every variant's median is known to within this share of it; 0
 *     for all rounds
 * @param slice how long one slice should take
 * @param warmup how long each variant runs a workload before its first slice
 * @param patience how long a child may take to answer
 */
public record Plan(
    Programs programs,
    List<Workload> workloads,
    List<Variant> variants,
    Map<String, String> skipped,
    Launcher launcher,
    Optional<Route> route,
    Optional<Path> baseline,
    Placement placement,
    int forks,
    int rounds,
    int passes,
    double precision,
    Duration slice,
    Duration warmup,
    Duration patience) {

  /** Which variants cannot be run, and why. */
  public Map<String, String> obstacles() {
    Map<String, String> obstacles = new LinkedHashMap<>();
    for (Variant variant : variants) {
      variant.means().obstacle(this).ifPresent(why -> obstacles.put(variant.name(), why));
    }
    return obstacles;
  }

  /** The same with more arguments for all measured JVMs. */
  public Plan withJvmArguments(List<String> more) {
    return with(launcher.with(more));
  }

  /** The same with a limit for each JVM. */
  public Plan within(Quota limit) {
    return with(launcher.within(limit));
  }

  /** That limit in words, if there is one. */
  public Optional<String> quota() {
    return launcher.quota().map(Quota::describe);
  }

  private Plan with(Launcher other) {
    return new Plan(
        programs, workloads, variants, skipped, other, route, baseline, placement, forks, rounds,
        passes, precision, slice, warmup, patience);
  }

  /** The same for other programs. */
  Plan withPrograms(Programs others) {
    return new Plan(
        others, workloads, variants, skipped, launcher, route, baseline, placement, forks, rounds,
        passes, precision, slice, warmup, patience);
  }

  /** The same without these variants. */
  public Plan without(Map<String, String> obstacles) {
    return new Plan(
        programs,
        workloads,
        variants.stream().filter(variant -> !obstacles.containsKey(variant.name())).toList(),
        obstacles,
        launcher,
        route,
        baseline,
        placement,
        forks,
        rounds,
        passes,
        precision,
        slice,
        warmup,
        patience);
  }
}
