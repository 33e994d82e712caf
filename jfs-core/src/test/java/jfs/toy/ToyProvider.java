package jfs.toy;

import java.util.Optional;
import jfs.core.transport.FourTuple;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;
import jfs.core.transport.Registration;
import jfs.core.transport.TransportKind;
import jfs.core.transport.TransportProvider;

/**
 * What JFS finds by the line in {@code META-INF/services}. That line is in {@code src/test/toy},
 * which is on the class path of the toy's own test run alone.
 */
public final class ToyProvider implements TransportProvider {

  /** As near as shared memory: a JVM that had both would take the first in its list. */
  private static final TransportKind KIND = new TransportKind("toy", "Toy", 1);

  private final ToyRendezvous rendezvous = new ToyRendezvous();

  @Override
  public TransportKind kind() {
    return KIND;
  }

  /**
   * Any connection may have its other end in this JVM: the {@link ToyRendezvous} finds out. Only a
   * socket that is connected to itself has none.
   */
  @Override
  public Optional<Reason> refusal(FourTuple connection) {
    return connection.isOneEnd() ? Optional.of(Reason.NO_PEER) : Optional.empty();
  }

  @Override
  public Registration register(PairingEnd end) {
    return rendezvous.register(end);
  }

  /** To pair costs next to nothing here. */
  @Override
  public boolean pairsAtOnce() {
    return true;
  }
}
