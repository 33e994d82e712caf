package jfs.core.transport;

/**
 * A connection's place in a provider's endpoint registry. No method blocks. Any thread may call: it
 * may be one of the program that has just read or written, and holds the lock of that direction.
 */
public interface Registration {

  /**
   * Notes that the connection is worth a transport: from now on the other end may find this one,
   * and the provider looks for the other end. Called again, now and then, while there is no
   * transport. An exception changes nothing for the program.
   */
  void want();

  /**
   * Withdraws the connection: it is over, or will stay on TCP. Idempotent. Another thread may be in
   * {@link #want}, or come there later: that has no effect.
   */
  void withdraw();
}
