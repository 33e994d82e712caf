package jfs.core.switchover;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import jfs.core.transport.FourTuple;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;
import jfs.core.transport.Registration;
import jfs.core.transport.TransportKind;
import jfs.core.transport.TransportProvider;
import jfs.testing.TestKinds;

/** A provider that says what it was told, and pairs nothing. */
final class RecordingProvider implements TransportProvider {

  final List<String> said = new CopyOnWriteArrayList<>();

  /** How many connections it has got. */
  int registered;

  boolean pairsAtOnce;
  boolean registersAtOnce;

  /** The error that asking for a transport throws, or null. */
  volatile Error unwanting;

  @Override
  public TransportKind kind() {
    return TestKinds.NEAR;
  }

  @Override
  public Optional<Reason> refusal(FourTuple connection) {
    return Optional.empty();
  }

  @Override
  public boolean pairsAtOnce() {
    return pairsAtOnce;
  }

  @Override
  public boolean registersAtOnce() {
    return registersAtOnce;
  }

  @Override
  public Registration register(PairingEnd end) {
    registered++;
    return new Registration() {
      @Override
      public void want() {
        said.add("want");
        if (unwanting != null) {
          throw unwanting;
        }
      }

      @Override
      public void withdraw() {
        said.add("withdraw");
      }
    };
  }
}
