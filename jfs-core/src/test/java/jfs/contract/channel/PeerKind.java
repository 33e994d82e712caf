package jfs.contract.channel;

import java.io.IOException;
import java.net.SocketAddress;
import java.util.List;

/** A way to get the other ends of channels' connections. */
public interface PeerKind {

  /** Blocking channels, and sockets. */
  static List<PeerKind> all() {
    return List.of(new ChannelPeerKind(new DefaultChannelKind()), new SocketPeerKind());
  }

  /** As shown in test reports. */
  String name();

  /** Connects to a listener of channels. */
  PeerEnd connect(SocketAddress listener) throws IOException;

  /** Listens at the servers' address, at a port that the kernel chooses. */
  Listener listen() throws IOException;

  /** Accepts connections from channels. */
  interface Listener extends AutoCloseable {

    /** Where to connect to. */
    SocketAddress address() throws IOException;

    /** Accepts the next connection. */
    PeerEnd accept() throws IOException;

    @Override
    void close() throws IOException;
  }
}
