package jfs.core.transport;

/**
 * One end of a connection, as the provider of a transport sees it while it looks for the other end.
 * The socket holds this object; providers hold it weakly, so that a forgotten socket can be
 * collected. Its {@link #anchor} does not refer to it.
 *
 * <p>The provider that installs a transport also cleans up after a program that forgets the socket:
 * the transport refers to TCP, so the JDK's own cleaner does not close that. An action of {@link
 * jfs.core.runtime.Cleaning} does, once this object is collected: it closes the stream, closes TCP
 * by {@link Anchor#close} and releases the stream, unless this end has left the transport before.
 *
 * <p>Any thread may call; no method blocks.
 */
public interface PairingEnd {

  /** The addresses of the connection, as this end sees them. */
  FourTuple ends();

  /** Whether this end connected. If both ends make an offer, that of the connector stands. */
  boolean isConnector();

  /** The number of the TCP socket's descriptor, -1 if it is not known. */
  int descriptor();

  /** What this end's program prefers. */
  Preference preference();

  /** For how long the connection has existed, in nanoseconds. */
  default long ageNanos() {
    return 0;
  }

  /** The TCP connection beneath. */
  Anchor anchor();

  /**
   * Whether the connection can still switch: the kernel has it open both ways, this end has sent no
   * urgent data, and no transport is installed.
   */
  boolean isFree();

  /** Why this end is not {@linkplain #isFree free}; says nothing about one that is free. */
  default Reason obstacle() {
    return Reason.NOT_FREE;
  }

  /**
   * Installs a transport: from now on this end follows when the peer switches, and switches itself
   * once the transport is committed. Call it for an end that is {@linkplain #isFree free}: this
   * method asks only what has happened here since, and not the kernel.
   *
   * <p>This takes a lock of the end, and so does {@link #uninstall}. Under that lock the end calls
   * {@link Transport#abort} and {@link TransportStream#socketOptions}, which comes before this
   * returns. So the caller holds no lock that those two take.
   *
   * @return false if this end has a transport, or its program has closed it, half-closed it or sent
   *     urgent data
   */
  boolean install(Transport transport);

  /**
   * Goes back to plain TCP, after the transport was aborted; nothing if it is not installed. The
   * end may be free again, and be paired later.
   */
  void uninstall(Transport transport, Reason reason);

  /** Says why there is no transport yet, or why there never will be, for statistics and the log. */
  void explain(Reason reason);

  /** Notes that the transport has failed the connection, for statistics and the log. */
  default void failed(TransportFailure cause) {}
}
