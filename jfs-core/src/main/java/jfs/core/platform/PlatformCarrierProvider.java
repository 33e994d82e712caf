package jfs.core.platform;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.net.SocketImpl;
import jfs.core.carrier.CarrierProvider;
import jfs.core.carrier.Role;
import jfs.core.carrier.TcpCarrier;

/** Makes {@link PlatformCarrier}s: the first choice wherever the JDK's packages are open. */
public final class PlatformCarrierProvider implements CarrierProvider {

  /** Where JFS has its class for {@code java.net}, which no loader is to find. */
  public static final String SOCKET_CALLS_RESOURCE = "META-INF/jfs/JfsSocketCalls1.class";

  /** What the agent gave to look into the JDK with, or null. Written once, before any socket. */
  private static volatile Lookup given;

  /** The same of that class; null if JFS is to read it itself. */
  private static volatile byte[] socketCalls;

  /**
   * Takes a lookup of a class in a module that {@code java.net} and {@code sun.nio.ch} are open to.
   * Without one it is JFS's own, for {@code --add-opens}. To be called before the first socket.
   *
   * @param newSocketCalls what is in {@link #SOCKET_CALLS_RESOURCE}
   */
  public static void open(Lookup lookup, byte[] newSocketCalls) {
    socketCalls = newSocketCalls;
    given = lookup;
  }

  static byte[] socketCalls() {
    return socketCalls;
  }

  static Lookup lookup() {
    Lookup now = given;
    return now == null ? MethodHandles.lookup() : now;
  }

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
    Module own = lookup().lookupClass().getModule();
    return base.isOpen("java.net", own) && base.isOpen("sun.nio.ch", own);
  }

  /** A carrier over an implementation of the JDK's that has a connection. */
  public static TcpCarrier of(SocketImpl connected) {
    return new PlatformCarrier(connected);
  }

  @Override
  public TcpCarrier newCarrier(Role role) {
    return new PlatformCarrier(role);
  }
}
