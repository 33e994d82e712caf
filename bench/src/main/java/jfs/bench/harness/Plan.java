package jfs.bench.harness;

import java.time.Duration;
import java.util.List;

/**
 * What to run, and how long.
 *
 * @param forks how many times each variant gets a fresh pair of JVMs
 * @param rounds slices of each variant and workload in one pair of JVMs
 * @param slice how long one slice should take
 * @param warmup how long each variant runs a workload before its first slice
 * @param patience how long a child may take to answer
 */
public record Plan(
    Programs programs,
    List<Workload> workloads,
    List<Variant> variants,
    Launcher launcher,
    Placement placement,
    int forks,
    int rounds,
    Duration slice,
    Duration warmup,
    Duration patience) {}
