package jfs.core.platform;

import java.net.SocketImpl;
import jfs.core.carrier.CarrierProvider;
import jfs.core.carrier.Role;
import jfs.core.carrier.TcpCarrier;

/** Makes {@link PlatformCarrier}s: the first choice wherever the JDK's packages are open. */
public final class PlatformCarrierProvider implements CarrierProvider {

  @Override
  public String name() {
    return "platform";
  }

  @Override
  public int preference() {
    return 100;
  }

  @Override
  public boolean isAvailable() {
    // Does not touch PlatformSockets: its initialisation fails where the answer is no.
    Module base = SocketImpl.class.getModule();
    Module own = JavaNet.lookup().lookupClass().getModule();
    return base.isOpen("java.net", own) && base.isOpen("sun.nio.ch", own);
  }

  /** A carrier over an implementation of the JDK's that is connected. */
  public static TcpCarrier of(SocketImpl connected) {
    return new PlatformCarrier(connected);
  }

  @Override
  public TcpCarrier newCarrier(Role role) {
    return new PlatformCarrier(role);
  }
}
