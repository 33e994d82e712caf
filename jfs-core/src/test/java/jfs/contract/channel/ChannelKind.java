package jfs.contract.channel;

import java.io.IOException;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** A way to get channels, and selectors that take them. */
public interface ChannelKind {

  /** As shown in test reports. */
  String name();

  /** Makes a channel that is neither bound nor connected, in blocking mode. */
  SocketChannel open() throws IOException;

  /** Makes a listener that is not bound; its {@code accept} gives channels of this kind. */
  ServerSocketChannel openServer() throws IOException;

  /** Makes a selector. */
  Selector openSelector() throws IOException;
}
