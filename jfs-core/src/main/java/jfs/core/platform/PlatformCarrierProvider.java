package jfs.core.platform;

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
    return PlatformSockets.areOpen();
  }

  @Override
  public TcpCarrier newCarrier(Role role) {
    return new PlatformCarrier(role);
  }
}
