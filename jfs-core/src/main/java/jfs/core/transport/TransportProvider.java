package jfs.core.transport;

import java.util.List;
import java.util.Optional;
import jfs.core.config.Options;

/** Provides one fast transport. Found by {@link jfs.core.runtime.Services}. */
public interface TransportProvider {

  /** The kind that this provider's transports count as. */
  TransportKind kind();

  /**
   * Says why this transport cannot serve a connection, or that nothing speaks against it. Called on
   * the application's thread when the connection is made, so it must neither block nor talk to the
   * peer.
   *
   * @return the reason, or empty if pairing may be tried
   */
  Optional<Reason> refusal(FourTuple connection);

  /**
   * Takes a new connection that {@link #refusal} has not refused. Called on the application's
   * thread, like that.
   *
   * @param end only the result may hold it; the provider itself holds it weakly
   */
  Registration register(PairingEnd end);

  /**
   * Whether to pair each connection as soon as it is made, without waiting until that is expected
   * to pay: the user has asked for it.
   */
  default boolean pairsAtOnce() {
    return false;
  }

  /** Whether this provider's streams are {@link SelectableStream}s, and so serve channels too. */
  default boolean servesChannels() {
    return false;
  }

  /** Whether these options ask for this transport, beyond what is there by default. */
  default boolean isAskedFor(Options options) {
    return false;
  }

  /**
   * Checks, for {@code jfs doctor}, what this JVM gets of what these options ask of this transport.
   * May take a while.
   */
  default List<Check> checks(Options options) {
    return List.of();
  }

  /**
   * What options ask of this transport and do not get in this JVM: a line each, for the log. Called
   * once, when JFS is installed; looks only at options that are set.
   */
  default List<String> complaints(Options options) {
    return List.of();
  }
}
