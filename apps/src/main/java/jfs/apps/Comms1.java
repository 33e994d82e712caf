package jfs.apps;

import java.rmi.RemoteException;
import java.util.Arrays;

/**
 * COMMS1, as Visper was measured with (Stankovic): an array of numbers goes to another process and
 * comes back, here as the argument and the result of a remote call. Half of a round trip's time is
 * that of a message; a straight line through the times of several lengths gives the latency, and
 * the time for each byte.
 */
public final class Comms1 {

  private final Echo other;
  private final double[] values;

  /** With an array of a length. All its numbers are compared once, now. */
  Comms1(Echo other, int length) throws RemoteException {
    this.other = other;
    values = new double[length];
    Arrays.setAll(values, i -> i + 0.5);
    check(Arrays.equals(values, other.echo(values)));
  }

  /** One round trip. */
  public void trip() throws RemoteException {
    check(other.echo(values).length == values.length);
  }

  private static void check(boolean same) {
    if (!same) {
      throw new IllegalStateException("an array came back changed");
    }
  }
}
