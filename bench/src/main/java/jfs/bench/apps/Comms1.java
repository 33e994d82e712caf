package jfs.bench.apps;

import java.rmi.RemoteException;
import java.util.Arrays;
import jfs.bench.program.CpuTime;
import jfs.bench.program.Samples;

/**
 * COMMS1, as Visper was measured with (Stankovic): an array of numbers goes to another process and
 * comes back, here as the argument and the result of a remote call. Half of a round trip's time is
 * that of a message; a straight line through the times of several lengths gives the latency, and
 * the time for each byte.
 */
final class Comms1 {

  private Comms1() {}

  /** Times round trips of an array, and answers as the ping-pong programs do. */
  static String answer(Echo other, int length, int count) throws RemoteException {
    double[] values = new double[length];
    Arrays.setAll(values, i -> i + 0.5);
    // All numbers are compared once, and not while time is taken.
    check(Arrays.equals(values, other.echo(values)));
    Samples samples = new Samples(count);
    long cpu = CpuTime.nanos();
    samples.begin();
    for (int i = 0; i < count; i++) {
      check(other.echo(values).length == length);
      samples.lap();
    }
    return samples.answer(CpuTime.nanos() - cpu);
  }

  private static void check(boolean same) {
    if (!same) {
      throw new IllegalStateException("an array came back changed");
    }
  }
}
