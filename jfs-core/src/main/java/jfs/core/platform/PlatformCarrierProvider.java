package jfs.core.platform;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.net.SocketImpl;
import jfs.core.carrier.CarrierProvider;
import jfs.core.carrier.Role;
import jfs.core.carrier.TcpCarrier;

/** Makes {@link PlatformCarrier}s: the first choice wherever the JDK's packages are open. */
public final class PlatformCarrierProvider implements CarrierProvider {

  /** The resource with JFS's class for {@code java.net}; no class loader finds the class there. */
  public static final String SOCKET_CALLS_RESOURCE = "META-INF/jfs/JfsSocketCalls1.class";

  /** The lookup into the JDK that the agent gave, or null. Written once, before any socket. */
  private static volatile Lookup given;

  /** The bytes of that class, from the agent; null if JFS has to read them itself. */
  private static volatile byte[] socketCalls;

  /**
   * Takes a lookup of a class in a module to which {@code java.net} and {@code sun.nio.ch} are
   * open. Without one JFS uses its own lookup, for {@code --add-opens}. Call this before the first
   * socket.
   *
   * @param newSocketCalls the bytes of {@link #SOCKET_CALLS_RESOURCE}
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
    // Does not touch PlatformSockets: its initialisation fails where the answer is no.
    Module base = SocketImpl.class.getModule();
    Module own = lookup().lookupClass().getModule();
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
