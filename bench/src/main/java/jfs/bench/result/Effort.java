package jfs.bench.result;

/**
 * How much was measured.
 *
 * @param forks fresh pairs of programs of each variant
 * @param precision rounds were repeated until all medians were known to this share of them; 0 where
 *     all rounds were run
 */
public record Effort(int forks, double precision) {

  /** With fewer, intervals do not cover how much JVMs differ from each other for their lives. */
  public static final int FORKS_TO_TRUST = 5;

  public boolean hasFewForks() {
    return forks < FORKS_TO_TRUST;
  }
}
