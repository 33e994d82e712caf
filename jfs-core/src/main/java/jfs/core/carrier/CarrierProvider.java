package jfs.core.carrier;

/** Makes carriers of one kind. Found by {@link jfs.core.runtime.Services}. */
public interface CarrierProvider {

  /** The name by which the {@code carrier} option asks for this kind. */
  String name();

  /** Which kind is taken when none was asked for: the highest that is available. */
  int preference();

  /** Whether this kind works in this JVM, as it was started. */
  boolean isAvailable();

  /** Makes a carrier without a kernel socket as yet. Cheap; never blocks. */
  TcpCarrier newCarrier(Role role);
}
