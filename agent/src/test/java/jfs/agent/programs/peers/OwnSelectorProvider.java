package jfs.agent.programs.peers;

import java.net.ProtocolFamily;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;

/** A program's own provider of selectors and channels, which this program has not asked for any. */
public final class OwnSelectorProvider extends SelectorProvider {

  /** The JDK makes it where something asks for the provider. */
  public OwnSelectorProvider() {
    System.err.println("made by " + Thread.currentThread().getName());
  }

  @Override
  public DatagramChannel openDatagramChannel() {
    throw new UnsupportedOperationException();
  }

  @Override
  public DatagramChannel openDatagramChannel(ProtocolFamily family) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Pipe openPipe() {
    throw new UnsupportedOperationException();
  }

  @Override
  public AbstractSelector openSelector() {
    throw new UnsupportedOperationException();
  }

  @Override
  public ServerSocketChannel openServerSocketChannel() {
    throw new UnsupportedOperationException();
  }

  @Override
  public SocketChannel openSocketChannel() {
    throw new UnsupportedOperationException();
  }
}
