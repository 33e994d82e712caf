package jfs.core.carrier;

/** Makes carriers of one kind. Found by {@link jfs.core.runtime.Services}. */
public interface CarrierProvider {

  /** The value of the option {@code carrier} that asks for this kind. */
  String name();

  /** The rank of this kind: without a request, JFS takes the available kind with the highest. */
  int preference();

  /** Whether this kind works in this JVM, as it was started. */
  boolean isAvailable();

  /** Makes a carrier that has no kernel socket yet. Cheap; never blocks. */
  TcpCarrier newCarrier(Role role);
}
