package jfs.core;

import java.net.SocketImpl;
import java.net.SocketImplFactory;
import jfs.core.carrier.CarrierProvider;
import jfs.core.carrier.Carriers;
import jfs.core.carrier.Role;
import jfs.core.carrier.TcpCarrier;
import jfs.core.config.Log;
import jfs.core.config.Option;
import jfs.core.config.Options;
import jfs.core.proxy.ProxyAwareCarrier;
import jfs.core.stats.SummaryAtExit;

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
   * Uses the carrier that the option {@code carrier} names, or else the best one that works in this
   * JVM.
   *
   * @throws IllegalStateException if there is none such
   */
  public JfsSocketImplFactory() {
    this(Carriers.select(wanted()));
  }

  /** Uses the given kind of carrier. */
  public JfsSocketImplFactory(CarrierProvider provider) {
    this.provider = provider;
    heedOptions();
  }

  private static String wanted() {
    String wanted = System.getProperty(CARRIER_PROPERTY);
    if (wanted == null) {
      wanted = System.getenv(Option.CARRIER.variable());
    }
    return wanted == null || wanted.isEmpty() ? null : wanted;
  }

  /** Does what the agent does about options where there is one. */
  private static synchronized void heedOptions() {
    if (Options.areInForce()) {
      return; // the agent's, or those of the first factory
    }
    Options options = Options.ofProcess();
    Log.setLevel(options.logLevel());
    for (String warning : options.warnings()) {
      Log.warn(warning);
    }
    SummaryAtExit.register(options.get(Option.SUMMARY));
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
