package jfs.bench.result;

import java.util.Locale;

/**
 * What else a machine did while something was measured, in processors: 1 is one that had nothing
 * else to do.
 *
 * @param others what programs took that the harness did not start, as far as that {@link #isKnown}
 * @param host what the host of a virtual machine took from it
 */
public record MachineLoad(double others, double host) {

  /** From here on figures are to be distrusted. */
  public static final double BUSY = 0.05;

  /**
   * How far below nothing the samples may come out. The kernel samples at its ticks who runs, but
   * knows to the nanosecond how long each program ran. Two processors full of programs that quotas
   * stop and a timer lets run again gave 0.05 too little with nothing else running.
   */
  private static final double SAMPLING_ERROR = 0.1;

  /**
   * Whether what other programs took was counted right: what is clearly less than nothing means
   * that something was left out, and other programs may have taken as much.
   */
  public boolean isKnown() {
    return others >= -SAMPLING_ERROR;
  }

  public boolean isBusy() {
    return others > BUSY || host > BUSY;
  }

  /** Both in words. */
  public String shares() {
    String programs =
        isKnown() ? share(others) + " of a CPU" : "not known (" + share(others) + " of a CPU)";
    return programs + ", the host of this machine " + share(host);
  }

  /** With two decimals, and no sign before nothing. */
  public static String share(double ofOne) {
    return String.format(Locale.ROOT, "%.2f", Math.round(100 * ofOne) / 100.0);
  }

  /** The same with a warning where that is due. */
  @Override
  public String toString() {
    return shares() + (isBusy() ? "; OTHER PROGRAMS WERE RUNNING" : "");
  }
}
