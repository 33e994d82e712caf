package jfs.core.carrier;

/** Makes carriers of one kind. Found by {@link jfs.core.runtime.Services}. Any thread may call. */
public interface CarrierProvider {

  /** The value of the option {@code carrier} that asks for this kind. */
  String name();

  /** The rank of this kind: without a request, JFS takes the available kind with the highest. */
  int preference();

  /** Whether this kind works in this JVM, as it was started. */
  boolean isAvailable();

  /**
   * Makes a carrier that has no kernel socket yet, where this kind {@link #isAvailable}. Cheap;
   * never blocks. If it throws, the program gets that where it makes its socket.
   */
  TcpCarrier newCarrier(Role role);
}
