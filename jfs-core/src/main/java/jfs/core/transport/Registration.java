package jfs.core.transport;

/** A connection's place in a provider's books. No method blocks; any thread may call. */
public interface Registration {

  /**
   * The connection goes on after a request and its answer: the other end may look for this one from
   * now on. Providers who have to know of a connection earlier do not need it.
   */
  default void enter() {}

  /** The connection has shown that it is worth a transport: enter, and look for the other end. */
  void want();

  /** The connection is over, or will stay on TCP. Idempotent. */
  void withdraw();
}
