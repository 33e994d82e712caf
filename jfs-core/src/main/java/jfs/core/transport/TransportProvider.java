package jfs.core.transport;

import java.util.List;
import java.util.Optional;
import jfs.core.config.Options;

/** Knows one fast transport. Found by {@link jfs.core.runtime.Services}. */
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
   * Takes a new connection, which was not refused. Called on the application's thread, as {@link
   * #refusal}.
   *
   * @param end may be held by what is returned; otherwise weakly
   */
  Registration register(PairingEnd end);

  /**
   * What options ask for of this transport and cannot have in this JVM: a line each, for the log.
   * Called once, when JFS is installed; looks only at what was set.
   */
  default List<String> complaints(Options options) {
    return List.of();
  }
}
