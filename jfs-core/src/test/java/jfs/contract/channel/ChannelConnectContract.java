package jfs.contract.channel;

import static jfs.contract.ExactFailures.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.AlreadyBoundException;
import java.nio.channels.AlreadyConnectedException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.nio.channels.UnsupportedAddressTypeException;
import java.util.concurrent.CountDownLatch;
import jfs.contract.Background;
import jfs.contract.EndAddresses;
import org.junit.jupiter.api.Test;

/** Connecting in blocking mode. */
class ChannelConnectContract extends ChannelKindContract {

  @Test
  void connects() throws Exception {
    try (ServerSocketChannel listener = listen();
        SocketChannel channel = kind.open()) {
      assertFalse(channel.isConnected());
      assertTrue(channel.connect(listener.getLocalAddress()));
      assertTrue(channel.isConnected());
      assertFalse(channel.isConnectionPending());
      assertTrue(channel.finishConnect());
      try (SocketChannel accepted = listener.accept()) {
        assertTrue(accepted.isConnected());
        assertTrue(accepted.isBlocking());
        assertEquals(channel.getLocalAddress(), accepted.getRemoteAddress());
      }
    }
  }

  @Test
  void connectsFromWhereItIsBound() throws Exception {
    try (ServerSocketChannel listener = listen();
        SocketChannel channel = kind.open().bind(EndAddresses.anyClientPort())) {
      Object bound = channel.getLocalAddress();
      channel.connect(listener.getLocalAddress());
      assertEquals(bound, channel.getLocalAddress());
      assertThrows(AlreadyBoundException.class, () -> channel.bind(null));
    }
  }

  @Test
  void openWithAnAddressConnects() throws Exception {
    try (ServerSocketChannel listener = listen();
        SocketChannel channel = SocketChannel.open(listener.getLocalAddress())) {
      assertTrue(channel.isConnected());
    }
  }

  @Test
  void connectedChannelDoesNotConnectAgain() throws Exception {
    try (ServerSocketChannel listener = listen();
        SocketChannel channel = kind.open()) {
      channel.connect(listener.getLocalAddress());
      assertThrows(
          AlreadyConnectedException.class, () -> channel.connect(listener.getLocalAddress()));
      assertTrue(channel.isOpen());
    }
  }

  @Test
  void refusedConnectClosesTheChannel() throws Exception {
    try (Refusing nobody = new Refusing(kind);
        SocketChannel channel = kind.open()) {
      assertFails(
          ConnectException.class, "Connection refused", () -> channel.connect(nobody.address()));
      assertFalse(channel.isOpen());
      assertFalse(channel.isConnected());
      assertThrows(
          ClosedChannelException.class, () -> channel.connect(EndAddresses.anyServerPort()));
    }
  }

  @Test
  void refusedConnectOfTheAdaptor() throws Exception {
    try (Refusing nobody = new Refusing(kind);
        SocketChannel channel = kind.open()) {
      assertFails(
          ConnectException.class,
          "Connection refused",
          () -> channel.socket().connect(nobody.address(), 60_000));
      assertFalse(channel.isOpen());
    }
  }

  @Test
  void addressesThatAreNoneAreRefusedAndTheChannelStaysOpen() throws Exception {
    try (SocketChannel channel = kind.open()) {
      assertThrows(
          UnresolvedAddressException.class,
          () -> channel.connect(InetSocketAddress.createUnresolved("nobody.invalid", 1)));
      assertThrows(
          UnsupportedAddressTypeException.class,
          () -> channel.connect(UnixDomainSocketAddress.of("")));
      assertThrows(UnsupportedAddressTypeException.class, () -> channel.connect(new Elsewhere()));
      assertThrows(NullPointerException.class, () -> channel.connect(null));
      assertTrue(channel.isOpen());
    }
  }

  private static final class Elsewhere extends SocketAddress {}

  @Test
  void closeEndsABlockedConnect() throws Exception {
    try (CrowdedListener full = new CrowdedListener(kind);
        SocketChannel channel = kind.open()) {
      Background<Boolean> connecter =
          Background.of(() -> channel.connect(full.address())).awaitBlockedIn("connect");
      assertTrue(channel.isConnectionPending());
      channel.close();
      assertThrows(AsynchronousCloseException.class, connecter::get);
    }
  }

  @Test
  void interruptEndsABlockedConnectAndClosesTheChannel() throws Exception {
    try (CrowdedListener full = new CrowdedListener(kind);
        SocketChannel channel = kind.open()) {
      Background<Boolean> connecter =
          Background.of(() -> channel.connect(full.address())).awaitBlockedIn("connect");
      connecter.thread().interrupt();
      assertThrows(ClosedByInterruptException.class, connecter::get);
      assertFalse(channel.isOpen());
    }
  }

  /** A failing connect closes the channel, too. */
  @Test
  void connectsAgainWhileItIsClosed() throws Exception {
    try (ServerSocketChannel listener = listen()) {
      for (int i = 0; i < 50; i++) {
        SocketChannel channel = kind.open();
        channel.connect(listener.getLocalAddress());
        channel.configureBlocking(false);
        CountDownLatch begun = new CountDownLatch(1);
        Background<Void> connecting =
            Background.running(
                () -> {
                  while (channel.isOpen()) {
                    begun.countDown();
                    assertThrows(
                        Exception.class, () -> channel.connect(listener.getLocalAddress()));
                    channel.finishConnect();
                  }
                });
        begun.await();
        Background.running(channel::close).get();
        try {
          connecting.get();
        } catch (ClosedChannelException e) {
          // It was open a moment before.
        }
        listener.accept().close();
      }
    }
  }
}
