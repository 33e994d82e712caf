package jfs.contract.channel.asynchronous;

import java.io.IOException;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** One area of the contract of asynchronous channels, run once for each pairing. */
@ParameterizedClass(name = "{0}", allowZeroInvocations = true)
@MethodSource("jfs.contract.channel.asynchronous.AsynchronousPairing#all")
abstract class AsynchronousContract {

  /** The pairing of this run. */
  @Parameter AsynchronousPairing pairing;

  /** Makes a connection of this run's pairing, in the default group. */
  AsynchronousEnds connect() throws IOException {
    return AsynchronousEnds.of(pairing, null);
  }
}
