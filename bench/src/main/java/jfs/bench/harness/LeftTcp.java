package jfs.bench.harness;

import jfs.bench.host.BenchException;
import jfs.bench.plan.Carried;

/** Whether figures that are said to be of JFS's transports are. */
final class LeftTcp {

  private LeftTcp() {}

  /**
   * Checks what the agents said of a run.
   *
   * @param what ran, for the message
   * @throws BenchException if at either end no connection left TCP
   */
  static void require(String what, Carried carried) {
    if (carried.client().beyondTcp() == 0 || carried.server().beyondTcp() == 0) {
      throw new BenchException(
          (what + ": not both ends had a connection that left TCP: ")
              + ("client " + carried.client().transports())
              + ("; server " + carried.server().transports()));
    }
  }
}
