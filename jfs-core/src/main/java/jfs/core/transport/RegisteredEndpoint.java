package jfs.core.transport;

import java.lang.ref.WeakReference;

/**
 * An end of a connection in an {@link EndpointRegistry}, which does not keep it from being
 * collected. Each transport adds what it knows of the end.
 */
public abstract class RegisteredEndpoint extends WeakReference<PairingEnd> {

  private final FourTuple ends;
  private final boolean connector;

  /** An end for this registry; it is not in there yet. */
  protected RegisteredEndpoint(PairingEnd end, EndpointRegistry<?> registry) {
    super(end, registry.forgotten());
    ends = end.ends();
    connector = end.isConnector();
  }

  /** The four-tuple, as this end sees it. */
  public final FourTuple ends() {
    return ends;
  }

  /** Whether this end connected: it is the one that looks for the other. */
  public final boolean isConnector() {
    return connector;
  }
}
