package jfs.core.rules;

import java.net.InetAddress;
import java.util.function.Supplier;

/** The addresses that a rule is for. Any thread may call. */
interface HostPattern {

  /**
   * Whether an address is among them. Does not block but for the address, for which not all
   * patterns ask.
   *
   * @param address may give null, for an address that is not known
   */
  boolean contains(Supplier<InetAddress> address);

  /** Learns addresses that may have changed; blocks as long as the host takes for that. */
  default void learn() {}
}
