package jfs.contract.channel;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import jfs.contract.EndAddresses;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** One area of the contract of channels where it does not matter what they are connected with. */
@ParameterizedClass(name = "{0}", allowZeroInvocations = true)
@MethodSource("jfs.contract.channel.ChannelPairings#kinds")
public abstract class ChannelKindContract {

  /** The kind of this run. */
  @Parameter protected ChannelKind kind;

  /** Makes a listener at the servers' address, at a port that the kernel chooses. */
  protected ServerSocketChannel listen() throws IOException {
    return kind.openServer().bind(EndAddresses.anyServerPort());
  }
}
