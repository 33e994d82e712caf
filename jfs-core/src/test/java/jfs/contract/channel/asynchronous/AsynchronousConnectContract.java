package jfs.contract.channel.asynchronous;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.AcceptPendingException;
import java.nio.channels.AlreadyConnectedException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.NotYetConnectedException;
import jfs.contract.EndAddresses;
import jfs.contract.channel.Buffers;
import org.junit.jupiter.api.Test;

/** How connections are made, and what a channel says of its own. */
class AsynchronousConnectContract extends AsynchronousContract {

  @Test
  void acceptWaitsForAConnection() throws Exception {
    try (AsynchronousServerSocketChannel listener = listen();
        AsynchronousSocketChannel client = AsynchronousSocketChannel.open()) {
      Completion<AsynchronousSocketChannel> accept = new Completion<>();
      listener.accept(null, accept);
      accept.assertStaysPending();
      assertThrows(AcceptPendingException.class, listener::accept);
      Completion<Void> connect = new Completion<>();
      client.connect(listener.getLocalAddress(), null, connect);
      connect.get();
      try (AsynchronousSocketChannel accepted = accept.get()) {
        assertEquals(client.getLocalAddress(), accepted.getRemoteAddress());
        assertEquals(accepted.getLocalAddress(), client.getRemoteAddress());
        client.write(Buffers.heap((byte) 1)).get();
        ByteBuffer into = ByteBuffer.allocate(1);
        AsynchronousPeerKind.await(accepted.read(into));
        assertArrayEquals(new byte[] {1}, Buffers.filled(into));
      }
      accept.assertToldOnce();
      connect.assertToldOnce();
    }
  }

  private static AsynchronousServerSocketChannel listen() throws IOException {
    return AsynchronousServerSocketChannel.open().bind(EndAddresses.anyServerPort());
  }

  @Test
  void pendingAcceptFailsAsTheListenerCloses() throws Exception {
    AsynchronousServerSocketChannel listener = listen();
    Completion<AsynchronousSocketChannel> accept = new Completion<>();
    listener.accept(null, accept);
    listener.close();
    assertThrows(AsynchronousCloseException.class, accept::get);
    accept.assertToldOnce();
  }

  @Test
  void refusedConnectionClosesTheChannel() throws Exception {
    SocketAddress nobody;
    try (AsynchronousServerSocketChannel listener = listen()) {
      nobody = listener.getLocalAddress();
    }
    AsynchronousSocketChannel channel = AsynchronousSocketChannel.open();
    Completion<Void> connect = new Completion<>();
    channel.connect(nobody, null, connect);
    assertThrows(ConnectException.class, connect::get);
    assertFalse(channel.isOpen());
    connect.assertToldOnce();
  }

  @Test
  void unconnectedChannelSaysSo() throws Exception {
    try (AsynchronousSocketChannel channel = AsynchronousSocketChannel.open()) {
      assertThrows(NotYetConnectedException.class, () -> channel.read(ByteBuffer.allocate(1)));
      assertThrows(NotYetConnectedException.class, () -> channel.write(ByteBuffer.allocate(1)));
      assertThrows(NotYetConnectedException.class, channel::shutdownInput);
      assertThrows(NotYetConnectedException.class, channel::shutdownOutput);
      assertTrue(
          channel.toString().startsWith("sun.nio.ch.UnixAsynchronousSocketChannelImpl[unconn"),
          channel::toString);
    }
  }

  @Test
  void connectedChannelSaysSo() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      assertEquals(ends.peer.remoteAddress(), ends.channel.getLocalAddress());
      assertEquals(ends.peer.localAddress(), ends.channel.getRemoteAddress());
      InetSocketAddress there = (InetSocketAddress) ends.channel.getRemoteAddress();
      assertThrows(AlreadyConnectedException.class, () -> ends.channel.connect(there));
      String said = ends.channel.toString();
      assertTrue(
          said.startsWith("sun.nio.ch.UnixAsynchronousSocketChannelImpl[connected local="), said);
      ends.channel.shutdownInput().shutdownOutput();
      assertTrue(ends.channel.toString().contains("connected ishut oshut"));
    }
  }

  @Test
  void optionsAreTheKernels() throws Exception {
    try (AsynchronousEnds ends = connect()) {
      for (boolean on : new boolean[] {true, false}) {
        ends.channel.setOption(StandardSocketOptions.TCP_NODELAY, on);
        assertEquals(on, ends.channel.getOption(StandardSocketOptions.TCP_NODELAY));
        ends.channel.setOption(StandardSocketOptions.SO_KEEPALIVE, on);
        assertEquals(on, ends.channel.getOption(StandardSocketOptions.SO_KEEPALIVE));
      }
      assertTrue(ends.channel.getOption(StandardSocketOptions.SO_RCVBUF) > 0);
      assertThrows(
          UnsupportedOperationException.class,
          () -> ends.channel.setOption(StandardSocketOptions.SO_LINGER, 0));
      assertEquals(
          AsynchronousSocketChannel.open().supportedOptions(), ends.channel.supportedOptions());
    }
  }
}
