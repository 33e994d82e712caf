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
    // Asked without a look at PlatformSockets, which can't be initialised where the answer is no.
    Module base = SocketImpl.class.getModule();
    Module own = PlatformCarrierProvider.class.getModule();
    return base.isOpen("java.net", own) && base.isOpen("sun.nio.ch", own);
  }

  @Override
  public TcpCarrier newCarrier(Role role) {
    return new PlatformCarrier(role);
  }
}
