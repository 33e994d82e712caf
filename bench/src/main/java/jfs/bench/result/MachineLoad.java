package jfs.bench.result;

import java.util.Locale;

/**
 * What else a machine did while something was measured, in processors: 1 is one that had nothing
 * else to do.
 *
 * @param others what programs took that the harness did not start
 * @param host what the host of a virtual machine took from it
 */
public record MachineLoad(double others, double host) {

  /** From here on figures are to be distrusted. */
  public static final double BUSY = 0.05;

  public boolean isBusy() {
    return others > BUSY || host > BUSY;
  }

  /** Both in words. */
  public String shares() {
    return String.format(
        Locale.ROOT, "%.2f of a CPU, the host of this machine %.2f", Math.max(0, others), host);
  }

  /** The same with a warning where that is due. */
  @Override
  public String toString() {
    return shares() + (isBusy() ? "; OTHER PROGRAMS WERE RUNNING" : "");
  }
}
