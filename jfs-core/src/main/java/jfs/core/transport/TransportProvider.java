package jfs.core.transport;

import java.util.List;
import java.util.Optional;
import jfs.core.config.Options;

/**
 * Provides one fast transport. Found by {@link jfs.core.runtime.Services}, which makes one for the
 * JVM; many threads may call it at once.
 *
 * <p>A provider looks for the other end of a connection once that is {@linkplain Registration#want
 * wanted}, on a thread of its own if it has to wait. Then each end {@linkplain PairingEnd#install
 * installs} a {@link Transport}, and only after both have is the pair committed, or it is aborted.
 *
 * <p>The provider's way to the peer may be lost: its JVM is gone, say. An end that has no transport
 * yet then {@linkplain PairingEnd#explain explains}, and may be paired later. A transport that is
 * not committed is aborted, and {@linkplain PairingEnd#uninstall uninstalled}. A committed one has
 * no way back to TCP: it calls {@link jfs.core.tcp.PeerEnding#lost}, and wakes the threads that
 * wait in it. They still get what has come. A stream that may be cut off must not look whole: it
 * ends with a reset.
 */
public interface TransportProvider {

  /** The kind that this provider's transports count as. */
  TransportKind kind();

  /**
   * Says why this transport cannot serve a connection, or that nothing speaks against it. Called on
   * the application's thread when the connection is made, so it must neither block nor talk to the
   * peer. A {@link RuntimeException} or {@link LinkageError} is logged and counts as a refusal,
   * {@link Reason#PROVIDER_FAILED}.
   *
   * @return the reason, or empty if pairing may be tried
   */
  Optional<Reason> refusal(FourTuple connection);

  /**
   * Takes a connection that {@link #refusal} has not refused. Called once, on the application's
   * thread, when the connection may want a pair: when it is made, or within a later operation of
   * the program. So it must not block, nor throw: after an exception the connection stays on TCP
   * for good, and that operation may fail with it.
   *
   * @param end only the result may hold it; the provider itself holds it weakly
   */
  Registration register(PairingEnd end);

  /** Whether the options in force let it serve any connection. */
  default boolean isOn() {
    return true;
  }

  /**
   * Whether to pair each connection as soon as it is made, without waiting until that is expected
   * to pay: the user has asked for it.
   */
  default boolean pairsAtOnce() {
    return false;
  }

  /**
   * Whether to {@link #register} each connection as soon as it is made, and not only once it is
   * worth a transport.
   */
  default boolean registersAtOnce() {
    return false;
  }

  /**
   * Whether this provider's directions are {@link SelectableSender}s and {@link
   * SelectableReceiver}s, and so serve channels too.
   */
  default boolean servesChannels() {
    return false;
  }

  /**
   * The JVM has had connections for a while: lets others find it. Called on a thread of JFS's own.
   *
   * @return false if that is to be tried again later
   */
  default boolean appear() {
    return true;
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
