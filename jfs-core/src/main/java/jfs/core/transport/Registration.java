package jfs.core.transport;

/** A connection's place in a provider's books. No method blocks; any thread may call. */
public interface Registration {

  /**
   * The connection has shown that it is worth a transport: the other end may find this one, and is
   * looked for.
   */
  void want();

  /** The connection is over, or will stay on TCP. Idempotent. */
  void withdraw();
}
