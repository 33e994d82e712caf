package jfs.contract.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.channels.AlreadyBoundException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.NotYetBoundException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import jfs.contract.Background;
import jfs.contract.EndAddresses;
import org.junit.jupiter.api.Test;

/** Accepting without a selector. */
class ChannelAcceptContract extends ChannelKindContract {

  private SocketChannel connected(ServerSocketChannel listener) throws Exception {
    SocketChannel channel = kind.open();
    channel.connect(listener.getLocalAddress());
    return channel;
  }

  @Test
  void connectionsAreAcceptedInOrder() throws Exception {
    try (ServerSocketChannel listener = listen();
        SocketChannel first = connected(listener);
        SocketChannel second = connected(listener);
        SocketChannel one = listener.accept();
        SocketChannel two = listener.accept()) {
      assertEquals(first.getLocalAddress(), one.getRemoteAddress());
      assertEquals(second.getLocalAddress(), two.getRemoteAddress());
      assertEquals(listener.getLocalAddress(), one.getLocalAddress());
    }
  }

  @Test
  void bytesFromBeforeTheAcceptArrive() throws Exception {
    try (ServerSocketChannel listener = listen();
        SocketChannel channel = connected(listener)) {
      channel.write(Buffers.heap((byte) 1, (byte) 2));
      channel.shutdownOutput();
      try (SocketChannel accepted = listener.accept()) {
        assertEquals(2, Buffers.read(accepted, 3).length);
      }
    }
  }

  @Test
  void blockedAcceptIsWoken() throws Exception {
    try (ServerSocketChannel listener = listen()) {
      Background<SocketChannel> accepter = Background.of(listener::accept).awaitBlockedIn("accept");
      try (SocketChannel channel = connected(listener);
          SocketChannel accepted = accepter.get()) {
        assertEquals(channel.getLocalAddress(), accepted.getRemoteAddress());
      }
    }
  }

  @Test
  void nonBlockingAcceptReturnsNull() throws Exception {
    try (ServerSocketChannel listener = listen()) {
      listener.configureBlocking(false);
      assertNull(listener.accept());
      assertNull(listener.accept());
    }
  }

  @Test
  void acceptedChannelsBlockWhateverTheListenerDoes() throws Exception {
    try (ServerSocketChannel listener = listen()) {
      listener.configureBlocking(false);
      try (SocketChannel channel = connected(listener);
          SocketChannel accepted = awaitAccept(listener)) {
        assertTrue(accepted.isBlocking());
        Background<byte[]> reader =
            Background.of(() -> Buffers.read(accepted, 1)).awaitBlockedIn("read");
        channel.write(Buffers.heap((byte) 1));
        assertEquals(1, reader.get()[0]);
      }
    }
  }

  private static SocketChannel awaitAccept(ServerSocketChannel listener) throws Exception {
    long deadline = System.nanoTime() + 20_000_000_000L;
    while (System.nanoTime() < deadline) {
      SocketChannel accepted = listener.accept();
      if (accepted != null) {
        return accepted;
      }
    }
    throw new AssertionError("nobody came");
  }

  @Test
  void closeEndsABlockedAccept() throws Exception {
    try (ServerSocketChannel listener = listen()) {
      Background<SocketChannel> accepter = Background.of(listener::accept).awaitBlockedIn("accept");
      listener.close();
      assertThrowsExactly(AsynchronousCloseException.class, accepter::get);
      assertThrows(ClosedChannelException.class, listener::accept);
    }
  }

  @Test
  void interruptEndsABlockedAcceptAndClosesTheListener() throws Exception {
    try (ServerSocketChannel listener = listen()) {
      Background<SocketChannel> accepter = Background.of(listener::accept).awaitBlockedIn("accept");
      accepter.thread().interrupt();
      assertThrowsExactly(ClosedByInterruptException.class, accepter::get);
      assertFalse(listener.isOpen());
    }
  }

  @Test
  void severalThreadsAccept() throws Exception {
    try (ServerSocketChannel listener = listen()) {
      Background<SocketChannel> one = Background.of(listener::accept).awaitBlockedIn("accept");
      Background<SocketChannel> two = Background.of(listener::accept).awaitBlockedIn("accept");
      try (SocketChannel first = connected(listener);
          SocketChannel second = connected(listener);
          SocketChannel a = one.get();
          SocketChannel b = two.get()) {
        first.write(Buffers.heap((byte) 1));
        second.write(Buffers.heap((byte) 2));
        assertEquals(3, Buffers.read(a, 1)[0] + Buffers.read(b, 1)[0]);
      }
    }
  }

  @Test
  void listenerThatIsNotBoundAcceptsNothing() throws Exception {
    try (ServerSocketChannel listener = kind.openServer()) {
      assertNull(listener.getLocalAddress());
      assertThrows(NotYetBoundException.class, listener::accept);
      assertSame(listener, listener.bind(EndAddresses.anyServerPort()));
      assertThrows(AlreadyBoundException.class, () -> listener.bind(EndAddresses.anyServerPort()));
    }
  }

  @Test
  void socketOfANonBlockingListenerDoesNotWait() throws Exception {
    try (ServerSocketChannel listener = listen()) {
      listener.configureBlocking(false);
      assertThrows(IllegalBlockingModeException.class, () -> listener.socket().accept());
    }
  }

  @Test
  void acceptedConnectionsOutliveTheListener() throws Exception {
    ServerSocketChannel listener = listen();
    try (SocketChannel channel = connected(listener);
        SocketChannel accepted = listener.accept()) {
      listener.close();
      channel.write(Buffers.heap((byte) 1));
      assertEquals(1, Buffers.read(accepted, 1)[0]);
    }
  }
}
