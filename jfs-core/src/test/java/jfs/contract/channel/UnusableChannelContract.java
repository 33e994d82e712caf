package jfs.contract.channel;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NoConnectionPendingException;
import java.nio.channels.NotYetConnectedException;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import jfs.contract.EndAddresses;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Channels that are closed, or not connected: what they refuse, and what they look at first. */
class UnusableChannelContract extends ChannelContract {

  private static final ByteBuffer READ_ONLY = ByteBuffer.allocate(1).asReadOnlyBuffer();

  private static void assertRefuses(Class<? extends Throwable> type, Executable... operations) {
    for (Executable operation : operations) {
      assertThrowsExactly(type, operation);
    }
  }

  private static void assertTransfersNothing(
      SocketChannel channel, Class<? extends Exception> why) {
    ByteBuffer one = ByteBuffer.allocate(1);
    ByteBuffer[] several = {one, ByteBuffer.allocateDirect(1)};
    assertRefuses(
        why,
        () -> channel.read(one),
        () -> channel.read(ByteBuffer.allocate(0)),
        () -> channel.read(several),
        () -> channel.read(several, 1, 0),
        () -> channel.write(one),
        () -> channel.write(ByteBuffer.allocate(0)),
        () -> channel.write(several),
        () -> channel.write(several, 0, 1),
        () -> channel.shutdownInput(),
        () -> channel.shutdownOutput());
    assertTrue(one.hasRemaining());
  }

  private static void assertLooksAtArgumentsFirst(SocketChannel channel, Class<?> why) {
    ByteBuffer[] several = {ByteBuffer.allocate(1), null};
    assertRefuses(
        NullPointerException.class,
        () -> channel.read((ByteBuffer) null),
        () -> channel.write((ByteBuffer) null),
        () -> channel.read((ByteBuffer[]) null),
        () -> channel.write((ByteBuffer[]) null));
    assertRefuses(
        IndexOutOfBoundsException.class,
        () -> channel.read(several, 1, 2),
        () -> channel.write(several, -1, 1));
    // What is in the buffers is looked at last.
    assertRefuses(
        why.asSubclass(Exception.class),
        () -> channel.read(READ_ONLY),
        () -> channel.read(several),
        () -> channel.write(several));
  }

  @Test
  void unconnectedChannel() throws Exception {
    for (boolean blocking : new boolean[] {true, false}) {
      try (SocketChannel channel = pairing.kind().open()) {
        channel.configureBlocking(blocking);
        assertTransfersNothing(channel, NotYetConnectedException.class);
        assertLooksAtArgumentsFirst(channel, NotYetConnectedException.class);
        assertRefuses(NoConnectionPendingException.class, channel::finishConnect);
        assertTrue(channel.isOpen());
      }
    }
  }

  @Test
  void closedChannelThatWasConnected() throws Exception {
    for (boolean blocking : new boolean[] {true, false}) {
      try (ChannelEnds ends = connect()) {
        ends.channel.configureBlocking(blocking);
        ends.channel.close();
        assertClosed(ends.channel);
      }
    }
  }

  @Test
  void closedChannelThatNeverWasConnected() throws Exception {
    try (SocketChannel channel = pairing.kind().open()) {
      channel.close();
      assertClosed(channel);
    }
  }

  private static void assertClosed(SocketChannel channel) throws Exception {
    SocketAddress unresolved = InetSocketAddress.createUnresolved("nobody.invalid", 1);
    channel.close();
    assertFalse(channel.isOpen());
    assertFalse(channel.isConnected());
    assertFalse(channel.isConnectionPending());
    assertTransfersNothing(channel, ClosedChannelException.class);
    assertLooksAtArgumentsFirst(channel, ClosedChannelException.class);
    assertRefuses(
        ClosedChannelException.class,
        channel::getLocalAddress,
        channel::getRemoteAddress,
        () -> channel.bind(null),
        () -> channel.configureBlocking(true));
    // Some JDKs say that another thread closed the channel meanwhile.
    assertThrows(ClosedChannelException.class, channel::finishConnect);
    assertThrows(ClosedChannelException.class, () -> channel.connect(EndAddresses.anyServerPort()));
    assertRefuses(UnresolvedAddressException.class, () -> channel.connect(unresolved));
  }

  @Test
  void closedChannelThatWasShutDown() throws Exception {
    try (ChannelEnds ends = connect()) {
      ends.channel.shutdownInput().shutdownOutput().close();
      assertClosed(ends.channel);
    }
  }

  @Test
  void closedChannelThatWasReset() throws Exception {
    try (ChannelEnds ends = connect()) {
      ends.peer.reset();
      assertThrowsExactly(SocketException.class, () -> ends.channel.read(ByteBuffer.allocate(1)));
      ends.channel.close();
      assertClosed(ends.channel);
    }
  }
}
