package jfs.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** One area of the contract, run once for each pairing. */
@ParameterizedClass(name = "{0}")
@MethodSource("jfs.contract.KindPairings#all")
public abstract class Contract {

  /** The pairing of this run. */
  @Parameter protected KindPairing pairing;

  /** Makes a connection of this run's pairing. */
  protected Connected connect() throws IOException {
    return Connected.of(pairing);
  }

  /** A scenario with an outcome that depends on the JVM or the kernel. */
  @FunctionalInterface
  protected interface Scenario {
    /** Plays the scenario over the given kinds of sockets and returns what happened. */
    Object play(KindPairing over) throws Exception;
  }

  /** Plays the scenario over the JDK's sockets and over this run's: the same must happen. */
  protected void assertAsOracle(Scenario scenario) {
    Outcome expected = Outcome.of(() -> scenario.play(KindPairings.ORACLE));
    Outcome actual = Outcome.of(() -> scenario.play(pairing));
    assertEquals(expected, actual);
  }
}
