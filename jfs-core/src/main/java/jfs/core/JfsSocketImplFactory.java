package jfs.core;

import java.net.SocketImpl;
import java.net.SocketImplFactory;
import jfs.core.carrier.CarrierProvider;
import jfs.core.carrier.Carriers;
import jfs.core.carrier.Role;
import jfs.core.carrier.TcpCarrier;
import jfs.core.proxy.ProxyAwareCarrier;

/**
 * JFS without an agent and without flags. A program sets it for both kinds of sockets, for sockets
 * first, since a listener of JFS needs sockets of JFS to accept into:
 *
 * <pre>{@code
 * JfsSocketImplFactory jfs = new JfsSocketImplFactory();
 * Socket.setSocketImplFactory(jfs);
 * ServerSocket.setSocketFactory(jfs);
 * }</pre>
 */
public final class JfsSocketImplFactory implements SocketImplFactory {

  /** The system property that names the carrier to use. */
  static final String CARRIER_PROPERTY = "jfs.carrier";

  private final CarrierProvider provider;

  /**
   * Uses the carrier that the system property {@code jfs.carrier} names, or else the best one that
   * works in this JVM.
   *
   * @throws IllegalStateException if there is none such
   */
  public JfsSocketImplFactory() {
    this(Carriers.select(System.getProperty(CARRIER_PROPERTY)));
  }

  /** Uses the given kind of carrier. */
  public JfsSocketImplFactory(CarrierProvider provider) {
    this.provider = provider;
  }

  @Override
  public SocketImpl createSocketImpl() {
    return new JfsSocketImpl(newCarrier(SocketCaller.find()));
  }

  private TcpCarrier newCarrier(SocketCaller caller) {
    return switch (caller) {
      case SERVER_SOCKET -> provider.newCarrier(Role.LISTENER);
      case ACCEPTED_SOCKET, DIRECT_SOCKET -> provider.newCarrier(Role.CLIENT);
      case SOCKET -> new ProxyAwareCarrier(provider.newCarrier(Role.CLIENT));
    };
  }
}
