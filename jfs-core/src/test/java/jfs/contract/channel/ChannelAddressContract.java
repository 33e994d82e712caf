package jfs.contract.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import jfs.contract.EndAddresses;
import org.junit.jupiter.api.Test;

/** Where channels are, and what they say of themselves. */
class ChannelAddressContract extends ChannelContract {

  private static final String CHANNEL = "java.nio.channels.SocketChannel[";

  @Test
  void endsAgreeOnTheirAddresses() throws Exception {
    try (ChannelEnds ends = connect()) {
      assertEquals(ends.peer.localAddress(), ends.channel.getRemoteAddress());
      assertEquals(ends.peer.remoteAddress(), ends.channel.getLocalAddress());
      ends.channel.shutdownInput().shutdownOutput();
      assertEquals(ends.peer.localAddress(), ends.channel.getRemoteAddress());
    }
  }

  @Test
  void connectedChannelSaysSo() throws Exception {
    try (ChannelEnds ends = connect()) {
      String addresses =
          " local=" + ends.channel.getLocalAddress() + " remote=" + ends.channel.getRemoteAddress();
      assertEquals(CHANNEL + "connected" + addresses + "]", ends.channel.toString());
      ends.channel.shutdownInput();
      assertEquals(CHANNEL + "connected ishut" + addresses + "]", ends.channel.toString());
      ends.channel.shutdownOutput();
      assertEquals(CHANNEL + "connected ishut oshut" + addresses + "]", ends.channel.toString());
    }
  }

  @Test
  void closedChannelHasNoAddresses() throws Exception {
    try (ChannelEnds ends = connect()) {
      SocketAddress remote = ends.channel.getRemoteAddress();
      ends.channel.close();
      assertThrows(ClosedChannelException.class, ends.channel::getLocalAddress);
      assertThrows(ClosedChannelException.class, ends.channel::getRemoteAddress);
      assertEquals(CHANNEL + "closed]", ends.channel.toString());
      // The socket of the channel still knows, as any socket does.
      assertEquals(remote, ends.channel.socket().getRemoteSocketAddress());
      assertTrue(ends.channel.socket().getLocalAddress().isAnyLocalAddress());
    }
  }

  @Test
  void newChannelHasNoAddresses() throws Exception {
    try (SocketChannel channel = pairing.kind().open()) {
      assertNull(channel.getLocalAddress());
      assertNull(channel.getRemoteAddress());
      assertEquals(CHANNEL + "unconnected]", channel.toString());
      assertEquals(-1, channel.socket().getLocalPort());
      assertEquals(0, channel.socket().getPort());
      assertEquals("Socket[unconnected]", channel.socket().toString());
    }
  }

  @Test
  void boundChannelHasALocalAddress() throws Exception {
    try (SocketChannel channel = pairing.kind().open().bind(EndAddresses.anyClientPort())) {
      InetSocketAddress local = (InetSocketAddress) channel.getLocalAddress();
      assertEquals(EndAddresses.CLIENT, local.getAddress());
      assertTrue(local.getPort() > 0);
      assertNull(channel.getRemoteAddress());
      assertEquals(CHANNEL + "unconnected local=" + local + "]", channel.toString());
    }
  }

  @Test
  void pendingChannelKnowsWhereItIsGoing() throws Exception {
    try (CrowdedListener full = new CrowdedListener(pairing.kind());
        SocketChannel channel = pairing.kind().open()) {
      channel.configureBlocking(false);
      channel.connect(full.address());
      assertEquals(full.address(), channel.getRemoteAddress());
      assertTrue(channel.toString().startsWith(CHANNEL + "connection-pending"));
    }
  }

  @Test
  void listenersToo() throws Exception {
    try (ServerSocketChannel listener = pairing.kind().openServer()) {
      assertTrue(listener.toString().endsWith("[unbound]"), listener.toString());
      listener.bind(EndAddresses.anyServerPort());
      InetSocketAddress local = (InetSocketAddress) listener.getLocalAddress();
      assertEquals(EndAddresses.SERVER, local.getAddress());
      assertTrue(local.getPort() > 0);
      listener.close();
      assertTrue(listener.toString().endsWith("[closed]"), listener.toString());
      assertThrows(ClosedChannelException.class, listener::getLocalAddress);
    }
  }
}
