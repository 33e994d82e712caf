package jfs.contract.channel;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import jfs.contract.EndAddresses;

/** A channel in blocking mode that is connected with a peer. Closes both. */
public final class ChannelEnds implements AutoCloseable {

  private static final Takeover TAKEOVER = Takeover.named();

  /** What the case is about. */
  public final SocketChannel channel;

  /** The other end. */
  public final PeerEnd peer;

  private ChannelEnds(SocketChannel channel, PeerEnd peer) {
    this.channel = channel;
    this.peer = peer;
  }

  /** Connects, and then accepts, on this one thread. */
  public static ChannelEnds of(ChannelPairing pairing) throws IOException {
    ChannelEnds ends = pairing.connects() ? connecting(pairing) : accepted(pairing);
    for (int i = 0; i < pairing.roundTrips(); i++) {
      ends.roundTrip(i);
    }
    TAKEOVER.await(new ChannelPeerKind.Peer(ends.channel), ends.peer);
    return ends;
  }

  private static ChannelEnds connecting(ChannelPairing pairing) throws IOException {
    try (PeerKind.Listener listener = pairing.peer().listen()) {
      SocketChannel channel = pairing.kind().open();
      channel.connect(listener.address());
      return new ChannelEnds(channel, listener.accept());
    }
  }

  private static ChannelEnds accepted(ChannelPairing pairing) throws IOException {
    try (ServerSocketChannel listener = pairing.kind().openServer()) {
      listener.bind(EndAddresses.anyServerPort());
      PeerEnd peer = pairing.peer().connect(listener.getLocalAddress());
      return new ChannelEnds(listener.accept(), peer);
    }
  }

  private void roundTrip(int number) throws IOException {
    byte there = (byte) number;
    byte back = (byte) ~number;
    Buffers.writeFully(channel, Buffers.heap(there));
    byte[] received = peer.receive(1);
    peer.send(back);
    if (received[0] != there || Buffers.read(channel, 1)[0] != back) {
      throw new AssertionError("not what was sent: " + channel);
    }
  }

  /** Puts the channel into non-blocking mode. */
  public ChannelEnds nonBlocking() throws IOException {
    channel.configureBlocking(false);
    return this;
  }

  @Override
  public void close() throws IOException {
    try (peer) {
      channel.close();
    }
  }
}
