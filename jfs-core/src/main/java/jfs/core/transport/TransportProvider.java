package jfs.core.transport;

import java.util.Optional;

/** Knows one fast transport. Found by {@link java.util.ServiceLoader}. */
public interface TransportProvider {

  /** What this provider's transports are counted as. */
  TransportKind kind();

  /**
   * Says why this transport cannot serve a connection, or that nothing speaks against it. Called on
   * the application's thread when the connection is made: must neither block nor talk to the peer.
   *
   * @return the reason, or empty if pairing may be tried
   */
  Optional<Reason> refusal(FourTuple connection);

  /**
   * Enters a new connection, which was not refused, into the books: from now on the other end can
   * find it. Called on the application's thread, as {@link #refusal}.
   *
   * @param end held weakly
   */
  Registration register(PairingEnd end);
}
