package jfs.core.transport;

/**
 * A connection's place in a provider's endpoint registry. No method blocks; any thread may call.
 */
public interface Registration {

  /**
   * Notes that the connection is worth a transport: from now on the other end may find this one,
   * and the provider looks for the other end.
   */
  void want();

  /** Withdraws the connection: it is over, or will stay on TCP. Idempotent. */
  void withdraw();
}
