package jfs.core.transport;

/**
 * One end of a connection, as the provider of a transport sees it while it looks for the other end.
 * Held by the socket; providers hold it weakly, so that a forgotten socket can be collected.
 *
 * <p>Any thread may call; no method blocks.
 */
public interface PairingEnd {

  /** The addresses of the connection, as this end sees them. */
  FourTuple ends();

  /** Whether this end connected. If both ends make an offer, its stands. */
  boolean isConnector();

  /** The number of the TCP socket's descriptor, -1 if it can't be told. */
  int descriptor();

  /** What this end's program prefers. */
  Preference preference();

  /** TCP beneath. */
  Anchor anchor();

  /**
   * Whether the connection can still be switched over: it is open both ways in the eyes of the
   * kernel, this end has sent no urgent data, and no transport is installed.
   */
  boolean isFree();

  /** Why this end is not {@linkplain #isFree free}; for one that is, it says nothing. */
  default Reason obstacle() {
    return Reason.NOT_FREE;
  }

  /**
   * Installs a transport: from now on this end follows when the peer switches over, and switches
   * over itself once the transport is bound.
   *
   * @return false if this end is not {@linkplain #isFree free}
   */
  boolean install(Transport transport);

  /** Goes back to plain TCP, when the transport that was installed was retracted. */
  void uninstall(Transport transport, Reason reason);

  /**
   * How many bytes had come from TCP when a read began there that may be blocked and not know of
   * the transport that was installed; negative if there is none.
   */
  long readsTcpAt();

  /** Says why there is no transport as yet, or will never be. */
  void explain(Reason reason);
}
