package jfs.bench.plan;

import java.time.Duration;

/**
 * How long is measured.
 *
 * @param forks how many times each variant gets a fresh pair of programs
 * @param rounds the most slices of each variant and workload in one pair of programs
 * @param passes a pair of programs goes through all workloads so many times, with a part of the
 *     rounds each time: a machine that is slow for half a minute is not slow for one workload only
 * @param precision fewer rounds will do if every variant's median is known to within this share of
 *     it; 0 for all rounds
 * @param slice how long one slice should take
 * @param warmup how long each variant runs a workload before its first slice
 */
public record Schedule(
    int forks, int rounds, int passes, double precision, Duration slice, Duration warmup) {}
