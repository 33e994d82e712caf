package jfs.agent.socket;

import jfs.agent.install.FirstPairClasses;
import jfs.core.carrier.Role;
import jfs.core.platform.PlatformCarrierProvider;
import jfs.core.transport.FirstUse;
import jfs.core.transport.Transports;

/**
 * Loads, on a thread of JFS's own, what a program's thread would have to load when JFS gets its
 * part in a first connection: that takes some 30 ms, in which the program's bytes go on by TCP.
 */
final class Readiness {

  private Readiness() {}

  static void make() {
    FirstPairClasses.define();
    FirstUse.of(SocketPart.class);
    new PlatformCarrierProvider().newCarrier(Role.CLIENT); // without a kernel socket
    Transports.installed();
    FirstUse.ofSockets();
  }
}
