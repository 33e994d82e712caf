package jfs.agent.install;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketImpl;
import java.nio.channels.Channel;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import jfs.core.ChannelPreferences;
import jfs.core.JfsSocketImpl;
import jfs.core.carrier.CarrierProvider;
import jfs.core.carrier.Role;
import jfs.core.platform.PlatformCarrier;
import jfs.core.platform.PlatformCarrierProvider;
import jfs.core.runtime.Privileges;
import jfs.core.transport.Preference;

/**
 * Makes the implementations behind {@code java.net.JfsPlatformSocketImpl}, and tells them, or a
 * channel's connection, what a program prefers: its weights of connection time, latency and
 * bandwidth. Any thread may call.
 */
final class Implementations implements IntFunction<SocketImpl>, BiConsumer<Object, int[]> {

  private final CarrierProvider carriers;
  private final JdkTransformer jdk;

  Implementations(CarrierProvider carriers, JdkTransformer jdk) {
    this.carriers = carriers;
    this.jdk = jdk;
  }

  /** Makes an implementation; null if it must be the JDK's. */
  @Override
  public SocketImpl apply(int role) {
    if (!jdk.allowsSockets()) {
      return null;
    }
    if (!Privileges.areNeeded()) {
      return make(role);
    }
    try {
      return Privileges.use(() -> make(role));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private SocketImpl make(int role) {
    return new JfsSocketImpl(carriers.newCarrier(role == 0 ? Role.CLIENT : Role.LISTENER));
  }

  @Override
  public void accept(Object target, int[] weights) {
    Preference preference = Preference.of(weights[0], weights[1], weights[2]);
    if (target instanceof JfsSocketImpl impl) {
      impl.prefer(preference);
    } else {
      ChannelPreferences.prefer((Channel) target, preference);
    }
  }

  /** Finds the JDK's implementation beneath one of JFS, or makes the reverse. */
  static final class Platform implements UnaryOperator<SocketImpl> {

    /**
     * For an implementation of JFS without a connection, returns the one into which a listener of
     * the JDK accepts; for an accepted one of the JDK, returns one of JFS above it.
     */
    @Override
    public SocketImpl apply(SocketImpl impl) {
      if (impl instanceof JfsSocketImpl blank) {
        PlatformCarrier carrier =
            (PlatformCarrier) new PlatformCarrierProvider().newCarrier(Role.CLIENT);
        blank.adopt(carrier);
        return carrier.socketImpl();
      }
      return JfsSocketImpl.accepted(PlatformCarrierProvider.of(impl));
    }
  }
}
