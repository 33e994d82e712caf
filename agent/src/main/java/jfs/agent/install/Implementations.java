package jfs.agent.install;

import java.net.SocketImpl;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import jfs.core.JfsSocketImpl;
import jfs.core.carrier.CarrierProvider;
import jfs.core.carrier.Role;
import jfs.core.platform.PlatformCarrier;
import jfs.core.platform.PlatformCarrierProvider;
import jfs.core.transport.Preference;

/**
 * Makes the implementations behind {@code java.net.JfsPlatformSocketImpl}, and tells them what is
 * preferred: connection time, latency and bandwidth, as a program weighs them. Any thread may ask.
 */
final class Implementations implements IntFunction<SocketImpl>, BiConsumer<SocketImpl, int[]> {

  private final CarrierProvider carriers;

  Implementations(CarrierProvider carriers) {
    this.carriers = carriers;
  }

  @Override
  public SocketImpl apply(int role) {
    return new JfsSocketImpl(carriers.newCarrier(role == 0 ? Role.CLIENT : Role.LISTENER));
  }

  @Override
  public void accept(SocketImpl impl, int[] weights) {
    ((JfsSocketImpl) impl).prefer(Preference.of(weights[0], weights[1], weights[2]));
  }

  /** Finds the JDK's implementation for a listener of the JDK's to accept a connection into. */
  static final class Platform implements UnaryOperator<SocketImpl> {
    @Override
    public SocketImpl apply(SocketImpl blank) {
      PlatformCarrier carrier =
          (PlatformCarrier) new PlatformCarrierProvider().newCarrier(Role.CLIENT);
      ((JfsSocketImpl) blank).adopt(carrier);
      return carrier.socketImpl();
    }
  }
}
