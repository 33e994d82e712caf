package jfs.core.proxy;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import jfs.core.carrier.TcpCarrier;

/**
 * What a program did to a socket before it connected, to be done again to another one. Replayed
 * rather than read back: the kernel answers a buffer size other than the one that was set.
 */
final class Setup {

  /** One thing that was done. */
  @FunctionalInterface
  interface Step {
    /** Does it again. */
    void applyTo(TcpCarrier carrier) throws IOException;
  }

  private final List<Step> steps = new ArrayList<>();
  private InetAddress boundTo;
  private int boundPort;

  synchronized void add(Step step) {
    steps.add(step);
  }

  synchronized void bound(InetAddress address, int port) {
    boundTo = address;
    boundPort = port;
  }

  /** Whether a port was asked for that only one socket can have. */
  synchronized boolean needsItsPort() {
    return boundTo != null && boundPort != 0;
  }

  synchronized void replay(TcpCarrier carrier) throws IOException {
    for (Step step : steps) {
      step.applyTo(carrier);
    }
    if (boundTo != null) {
      carrier.bind(boundTo, boundPort);
    }
  }
}
