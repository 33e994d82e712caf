package jfs.bench.harness;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What to run, and how long.
 *
 * @param route which addresses to measure between; absent for the loopback's
 * @param baseline the C program's executable; absent if no variant uses it
 * @param forks how many times each variant gets a fresh pair of programs
 * @param rounds slices of each variant and workload in one pair of programs
 * @param slice how long one slice should take
 * @param warmup how long each variant runs a workload before its first slice
 * @param patience how long a child may take to answer
 */
public record Plan(
    Programs programs,
    List<Workload> workloads,
    List<Variant> variants,
    Launcher launcher,
    Optional<Route> route,
    Optional<Path> baseline,
    Placement placement,
    int forks,
    int rounds,
    Duration slice,
    Duration warmup,
    Duration patience) {}
