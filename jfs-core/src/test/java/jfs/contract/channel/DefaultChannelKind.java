package jfs.contract.channel;

import java.io.IOException;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** The channels of the default provider in this JVM: the oracle, if there is no agent. */
final class DefaultChannelKind implements ChannelKind {

  @Override
  public String name() {
    return "channel";
  }

  @Override
  public SocketChannel open() throws IOException {
    return SocketChannel.open();
  }

  @Override
  public ServerSocketChannel openServer() throws IOException {
    return ServerSocketChannel.open();
  }

  @Override
  public Selector openSelector() throws IOException {
    return Selector.open();
  }
}
