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
 * Installs JFS without an agent and without flags. A program sets this factory for both kinds of
 * sockets. It sets it for sockets first, because a listener of JFS needs sockets of JFS to accept
 * into:
 *
 * <pre>{@code
 * JfsSocketImplFactory jfs = new JfsSocketImplFactory();
 * Socket.setSocketImplFactory(jfs);
 * ServerSocket.setSocketFactory(jfs);
 * }</pre>
 */
public final class JfsSocketImplFactory implements SocketImplFactory {

  private final CarrierProvider provider;

  /**
   * Uses the carrier that the option {@code carrier} names, or else the best one that works in this
   * JVM.
   *
   * @throws IllegalStateException if no carrier works
   */
  public JfsSocketImplFactory() {
    provider = heedOptions(null);
  }

  /** Uses the given kind of carrier. */
  public JfsSocketImplFactory(CarrierProvider provider) {
    this.provider = heedOptions(provider);
  }

  /**
   * Applies the options as the agent does where there is one.
   *
   * @param given the carrier to use, or null for what the options say
   * @return the carrier to use
   */
  private static synchronized CarrierProvider heedOptions(CarrierProvider given) {
    boolean first = !Options.areInForce(); // else the agent or a factory was first
    Options options = Options.ofProcess();
    if (first) {
      options.setLog();
      for (String warning : options.warnings()) {
        Log.warn(warning);
      }
      if (!options.isEnabled()) {
        Log.warn("enabled=false is the agent's: here the program itself has installed JFS");
      }
    }
    CarrierProvider used = given != null ? given : select(options.get(Option.CARRIER));
    if (first) {
      SummaryAtExit.register(options.get(Option.SUMMARY));
      StartWarnings.tell(options, used.name());
    }
    return used;
  }

  private static CarrierProvider select(String wanted) {
    if (!wanted.isEmpty()) {
      try {
        return Carriers.select(wanted);
      } catch (IllegalStateException e) {
        Log.warn("carrier=" + wanted + " cannot be had: " + e.getMessage());
      }
    }
    return Carriers.select(null);
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
