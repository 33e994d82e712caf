package jfs.core.proxy;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import jfs.core.carrier.TcpCarrier;

/**
 * What a program did to a socket before it connected, to be repeated on another one. JFS replays
 * the calls and does not read options back: the kernel returns another buffer size than the one
 * that was set.
 */
final class Setup {

  /** One call of the program. */
  @FunctionalInterface
  interface Step {
    /** Repeats it on another carrier. */
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

  /** Whether the program asked for a port, which only one socket can have. */
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
