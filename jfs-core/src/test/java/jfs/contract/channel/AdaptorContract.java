package jfs.contract.channel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import jfs.contract.Background;
import jfs.contract.Bytes;
import jfs.contract.EndAddresses;
import org.junit.jupiter.api.Test;

/** The socket that a channel looks like, but for its streams. */
class AdaptorContract extends ChannelContract {

  @Test
  void oneSocketForOneChannel() throws Exception {
    try (ChannelEnds ends = connect()) {
      Socket socket = ends.channel.socket();
      assertSame(socket, ends.channel.socket());
      assertSame(ends.channel, socket.getChannel());
    }
  }

  @Test
  void addressesAreTheChannels() throws Exception {
    try (ChannelEnds ends = connect()) {
      Socket socket = ends.channel.socket();
      InetSocketAddress local = (InetSocketAddress) ends.channel.getLocalAddress();
      InetSocketAddress remote = (InetSocketAddress) ends.channel.getRemoteAddress();
      assertEquals(local, socket.getLocalSocketAddress());
      assertEquals(local.getAddress(), socket.getLocalAddress());
      assertEquals(local.getPort(), socket.getLocalPort());
      assertEquals(remote, socket.getRemoteSocketAddress());
      assertEquals(remote.getAddress(), socket.getInetAddress());
      assertEquals(remote.getPort(), socket.getPort());
      String expected =
          "Socket[addr="
              + remote.getAddress()
              + ",port="
              + remote.getPort()
              + ",localport="
              + local.getPort()
              + "]";
      assertEquals(expected, socket.toString());
    }
  }

  @Test
  void stateIsTheChannels() throws Exception {
    try (ChannelEnds ends = connect()) {
      Socket socket = ends.channel.socket();
      assertTrue(socket.isConnected() && socket.isBound());
      assertFalse(socket.isClosed() || socket.isInputShutdown() || socket.isOutputShutdown());
      ends.channel.shutdownInput();
      assertTrue(socket.isInputShutdown());
      socket.shutdownOutput();
      assertTrue(socket.isOutputShutdown());
      ends.channel.close();
      assertTrue(socket.isClosed());
      assertFalse(socket.isConnected());
      socket.close();
    }
  }

  @Test
  void optionsAreTheChannels() throws Exception {
    try (ChannelEnds ends = connect()) {
      SocketChannel channel = ends.channel;
      Socket socket = channel.socket();
      socket.setTcpNoDelay(true);
      assertEquals(true, channel.getOption(StandardSocketOptions.TCP_NODELAY));
      channel.setOption(StandardSocketOptions.TCP_NODELAY, false);
      assertFalse(socket.getTcpNoDelay());
      socket.setKeepAlive(true);
      assertEquals(true, channel.getOption(StandardSocketOptions.SO_KEEPALIVE));
      socket.setSoLinger(true, 7);
      assertEquals(7, channel.getOption(StandardSocketOptions.SO_LINGER));
      assertEquals(7, socket.getSoLinger());
      socket.setSoLinger(false, 0);
      assertEquals(-1, channel.getOption(StandardSocketOptions.SO_LINGER));
      socket.setReceiveBufferSize(20_000);
      assertEquals(
          socket.getReceiveBufferSize(), channel.getOption(StandardSocketOptions.SO_RCVBUF));
      socket.setSendBufferSize(20_000);
      assertEquals(socket.getSendBufferSize(), channel.getOption(StandardSocketOptions.SO_SNDBUF));
      socket.setReuseAddress(true);
      assertEquals(true, channel.getOption(StandardSocketOptions.SO_REUSEADDR));
      socket.setTrafficClass(8);
      assertEquals(8, channel.getOption(StandardSocketOptions.IP_TOS));
      assertEquals(channel.supportedOptions(), socket.supportedOptions());
    }
  }

  @Test
  void buffersThatWereSetSmallStillCarryEverything() throws Exception {
    byte[] sent = Bytes.pattern(200_000);
    try (ChannelEnds ends = connect()) {
      ends.channel.socket().setSendBufferSize(4096);
      ends.channel.socket().setReceiveBufferSize(4096);
      Background<Void> writer =
          Background.running(() -> ends.channel.socket().getOutputStream().write(sent));
      assertArrayEquals(sent, ends.peer.receive(sent.length));
      writer.get();
    }
  }

  @Test
  void shutdownsThroughTheAdaptor() throws Exception {
    try (ChannelEnds ends = connect()) {
      Socket socket = ends.channel.socket();
      socket.getOutputStream().write(1);
      socket.shutdownOutput();
      assertArrayEquals(new byte[] {1}, ends.peer.receive(2));
      socket.shutdownInput();
      assertEquals(0, Buffers.read(ends.channel, 1).length);
      socket.shutdownInput();
      socket.shutdownOutput();
      ends.channel.close();
      assertThrows(ClosedChannelException.class, socket::shutdownInput);
      assertThrows(ClosedChannelException.class, socket::shutdownOutput);
    }
  }

  @Test
  void connectsWithATimeout() throws Exception {
    try (ServerSocketChannel listener =
            pairing.kind().openServer().bind(EndAddresses.anyServerPort());
        SocketChannel channel = pairing.kind().open()) {
      channel.socket().connect(listener.getLocalAddress(), 60_000);
      assertTrue(channel.isConnected() && channel.isBlocking());
      try (SocketChannel accepted = listener.accept()) {
        channel.socket().getOutputStream().write(1);
        assertEquals(1, accepted.socket().getInputStream().read());
      }
    }
  }

  @Test
  void connectTimesOutAndClosesTheChannel() throws Exception {
    try (CrowdedListener full = new CrowdedListener(pairing.kind());
        SocketChannel channel = pairing.kind().open()) {
      assertThrows(
          SocketTimeoutException.class, () -> channel.socket().connect(full.address(), 10));
      assertFalse(channel.isOpen());
    }
  }

  @Test
  void listenerLooksLikeAServerSocket() throws Exception {
    try (ServerSocketChannel listener = pairing.kind().openServer()) {
      ServerSocket socket = listener.socket();
      assertSame(socket, listener.socket());
      assertSame(listener, socket.getChannel());
      socket.bind(EndAddresses.anyServerPort());
      assertEquals(listener.getLocalAddress(), socket.getLocalSocketAddress());
      try (SocketChannel channel = pairing.kind().open()) {
        channel.connect(socket.getLocalSocketAddress());
        try (Socket accepted = socket.accept()) {
          assertEquals(channel.getLocalAddress(), accepted.getRemoteSocketAddress());
          accepted.getOutputStream().write(1);
          assertEquals(1, Buffers.read(channel, 1)[0]);
          assertSame(accepted, accepted.getChannel().socket());
        }
      }
      socket.setSoTimeout(10);
      assertThrows(SocketTimeoutException.class, socket::accept);
    }
  }
}
