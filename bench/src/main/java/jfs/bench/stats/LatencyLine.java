package jfs.bench.stats;

import org.apache.commons.math3.stat.regression.OLSMultipleLinearRegression;

/**
 * The time of a message as a straight line of its size, as COMMS1 has it.
 *
 * @param latency the time of a message without bytes
 * @param perByte what each byte adds
 */
public record LatencyLine(double latency, double perByte) {

  /**
   * The line with the least squares of relative errors: with absolute ones the longest message's
   * time alone would say what the latency is. So each equation is divided by its own time.
   *
   * @param bytes the sizes, at least three
   * @param times of messages of these sizes
   */
  public static LatencyLine through(double[] bytes, double[] times) {
    double[] ones = new double[times.length];
    double[][] terms = new double[times.length][];
    for (int i = 0; i < times.length; i++) {
      ones[i] = 1;
      terms[i] = new double[] {1 / times[i], bytes[i] / times[i]};
    }
    OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression();
    regression.setNoIntercept(true);
    regression.newSampleData(ones, terms);
    double[] line = regression.estimateRegressionParameters();
    return new LatencyLine(line[0], line[1]);
  }
}
