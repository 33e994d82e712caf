package jfs.core;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jfs.core.transport.FourTuple;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Preference;
import jfs.core.transport.Reason;
import jfs.core.transport.Registration;
import jfs.core.transport.Transport;
import jfs.core.transport.TransportKind;
import jfs.core.transport.TransportProvider;
import jfs.testing.TestKinds;

/** Serves all connections, and remembers what they prefer. */
final class ServingProvider implements TransportProvider {
  final List<Preference> preferences = new ArrayList<>();
  FourTuple asked;

  /** Installed at once if not null. */
  Transport transport;

  @Override
  public TransportKind kind() {
    return TestKinds.NEAR;
  }

  @Override
  public Optional<Reason> refusal(FourTuple connection) {
    asked = connection;
    return Optional.empty();
  }

  @Override
  public boolean registersAtOnce() {
    return true;
  }

  @Override
  public Registration register(PairingEnd end) {
    preferences.add(end.preference());
    if (transport != null) {
      assertTrue(end.install(transport));
    }
    return new Registration() {
      @Override
      public void want() {
        // There is no peer.
      }

      @Override
      public void withdraw() {
        // Nothing to withdraw.
      }
    };
  }
}
