package jfs.contract.channel;

import java.io.IOException;
import java.nio.channels.Selector;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** One area of the contract of channels, run once for each pairing. */
@ParameterizedClass(name = "{0}", allowZeroInvocations = true)
@MethodSource("jfs.contract.channel.ChannelPairings#all")
public abstract class ChannelContract {

  /** The pairing of this run. */
  @Parameter protected ChannelPairing pairing;

  /** Makes a connection of this run's pairing, its channel in blocking mode. */
  protected ChannelEnds connect() throws IOException {
    return ChannelEnds.of(pairing);
  }

  /** Makes a selector for the channels of this run. */
  protected Selector openSelector() throws IOException {
    return pairing.kind().openSelector();
  }
}
