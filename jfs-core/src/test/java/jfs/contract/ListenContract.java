package jfs.contract;

import static jfs.contract.ExactFailures.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import org.junit.jupiter.api.Test;

/** Binding a server socket, and what it says of itself until and after it is closed. */
class ListenContract extends Contract {

  private static SocketAddress anyPort() {
    return EndAddresses.anyServerPort();
  }

  private ServerSocket unbound() throws IOException {
    return pairing.server().newServerSocket();
  }

  private ServerSocket listen() throws IOException {
    return Connected.listen(pairing.server());
  }

  private void assertAccepts(ServerSocket l) throws IOException {
    try (Socket s = pairing.client().newSocket()) {
      s.connect(new InetSocketAddress(EndAddresses.SERVER, l.getLocalPort()));
      try (Socket a = l.accept()) {
        s.getOutputStream().write(1);
        assertEquals(1, a.getInputStream().read());
      }
    }
  }

  @Test
  void unboundListenerHasNoAddress() throws Exception {
    try (ServerSocket l = unbound()) {
      assertFalse(l.isBound());
      assertFalse(l.isClosed());
      assertNull(l.getInetAddress());
      assertNull(l.getLocalSocketAddress());
      assertEquals(-1, l.getLocalPort());
      assertEquals("ServerSocket[unbound]", l.toString());
    }
  }

  @Test
  void boundListenerHasAnAddress() throws Exception {
    try (ServerSocket l = listen()) {
      assertTrue(l.isBound());
      assertFalse(l.isClosed());
      assertEquals(EndAddresses.SERVER, l.getInetAddress());
      assertTrue(l.getLocalPort() > 0);
      assertEquals(
          new InetSocketAddress(EndAddresses.SERVER, l.getLocalPort()), l.getLocalSocketAddress());
    }
  }

  @Test
  void toStringNamesAddressAndPort() throws Exception {
    try (ServerSocket l = listen()) {
      assertEquals(
          "ServerSocket[addr=" + l.getInetAddress() + ",localport=" + l.getLocalPort() + "]",
          l.toString());
    }
  }

  @Test
  void closedListenerStillTellsItsAddress() throws Exception {
    try (ServerSocket l = listen()) {
      SocketAddress address = l.getLocalSocketAddress();
      String words = l.toString();
      l.close();
      assertTrue(l.isClosed());
      assertTrue(l.isBound());
      assertEquals(address, l.getLocalSocketAddress());
      assertEquals(words, l.toString());
    }
  }

  @Test
  void closedListenerThatWasNeverBound() throws Exception {
    try (ServerSocket l = unbound()) {
      l.close();
      assertTrue(l.isClosed());
      assertFalse(l.isBound());
      assertEquals(-1, l.getLocalPort());
      assertEquals("ServerSocket[unbound]", l.toString());
    }
  }

  @Test
  void closeTwice() throws Exception {
    try (ServerSocket l = listen()) {
      l.close();
      l.close();
      assertTrue(l.isClosed());
    }
  }

  @Test
  void bindToNullTakesEveryAddress() throws Exception {
    try (ServerSocket l = unbound()) {
      l.bind(null);
      assertTrue(l.getInetAddress().isAnyLocalAddress());
      assertTrue(l.getLocalPort() > 0);
      assertAccepts(l);
    }
  }

  @Test
  void bindToNullWithBacklog() throws Exception {
    try (ServerSocket l = unbound()) {
      l.bind(null, 3);
      assertAccepts(l);
    }
  }

  @Test
  void wildcardIsShownAsTheOracleDoes() {
    assertAsOracle(
        over -> {
          try (ServerSocket l = over.server().newServerSocket()) {
            l.bind(null);
            String port = Integer.toString(l.getLocalPort());
            return l.getInetAddress() + " " + l.toString().replace(port, "PORT");
          }
        });
  }

  @Test
  void ipv6WildcardIsShownAsTheOracleDoes() {
    assertAsOracle(
        over -> {
          try (ServerSocket l = over.server().newServerSocket()) {
            InetAddress any = InetAddress.getByAddress(new byte[16]);
            l.bind(new InetSocketAddress(any, 0));
            return l.getInetAddress();
          }
        });
  }

  @Test
  void hostNameOfTheAddressIsKept() {
    assertAsOracle(
        over -> {
          try (ServerSocket l = over.server().newServerSocket()) {
            byte[] server = EndAddresses.SERVER.getAddress();
            InetAddress named = InetAddress.getByAddress("by.another.name", server);
            l.bind(new InetSocketAddress(named, 0));
            return l.getInetAddress();
          }
        });
  }

  @Test
  void bindToAGivenPort() throws Exception {
    try (Nobody free = new Nobody(pairing);
        ServerSocket l = unbound()) {
      SocketAddress address = free.address();
      free.close();
      l.bind(address);
      assertEquals(address, l.getLocalSocketAddress());
    }
  }

  @Test
  void everyListenerGetsAPortOfItsOwn() throws Exception {
    try (ServerSocket first = listen();
        ServerSocket second = listen()) {
      assertNotEquals(first.getLocalPort(), second.getLocalPort());
    }
  }

  @Test
  void backlogsThatAreNone() throws Exception {
    for (int backlog : new int[] {0, -1, Integer.MIN_VALUE}) {
      try (ServerSocket l = unbound()) {
        l.bind(anyPort(), backlog);
        assertAccepts(l);
      }
    }
  }

  @Test
  void backlogThatIsHuge() throws Exception {
    try (ServerSocket l = unbound()) {
      l.bind(anyPort(), Integer.MAX_VALUE);
      assertAccepts(l);
    }
  }

  @Test
  void bindTwice() throws Exception {
    try (ServerSocket l = listen()) {
      int port = l.getLocalPort();
      assertFails(SocketException.class, "Already bound", () -> l.bind(anyPort()));
      assertEquals(port, l.getLocalPort());
      assertAccepts(l);
    }
  }

  @Test
  void bindAfterClose() throws Exception {
    try (ServerSocket l = unbound()) {
      l.close();
      assertFails(SocketException.class, "Socket is closed", () -> l.bind(anyPort()));
    }
  }

  @Test
  void bindAfterABoundListenerWasClosed() throws Exception {
    try (ServerSocket l = listen()) {
      l.close();
      assertFails(SocketException.class, "Socket is closed", () -> l.bind(anyPort()));
    }
  }

  @Test
  void bindToAnUnresolvedAddress() throws Exception {
    try (ServerSocket l = unbound()) {
      SocketAddress nowhere = InetSocketAddress.createUnresolved("nobody.invalid", 0);
      assertFails(SocketException.class, "Unresolved address", () -> l.bind(nowhere));
      l.bind(anyPort());
      assertAccepts(l);
    }
  }

  @Test
  void bindTakesNoOtherKindOfAddress() throws Exception {
    try (ServerSocket l = unbound()) {
      SocketAddress other =
          new SocketAddress() {
            private static final long serialVersionUID = 1;
          };
      assertFails(IllegalArgumentException.class, "Unsupported address type", () -> l.bind(other));
      l.bind(anyPort());
      assertAccepts(l);
    }
  }

  @Test
  void bindToAPortOfAListener() throws Exception {
    try (ServerSocket first = listen();
        ServerSocket second = unbound()) {
      assertThrows(BindException.class, () -> second.bind(first.getLocalSocketAddress()));
      assertFalse(second.isBound());
      assertFalse(second.isClosed());
      assertEquals(-1, second.getLocalPort());
    }
  }

  @Test
  void portInUseIsWordedAsTheOracles() {
    assertAsOracle(
        over -> {
          try (ServerSocket first = Connected.listen(over.server());
              ServerSocket second = over.server().newServerSocket()) {
            return Outcome.of(() -> second.bind(first.getLocalSocketAddress()));
          }
        });
  }

  @Test
  void listenerIsUsableAfterAPortWasInUse() throws Exception {
    try (ServerSocket first = listen();
        ServerSocket second = unbound()) {
      assertThrows(BindException.class, () -> second.bind(first.getLocalSocketAddress()));
      second.bind(anyPort());
      assertAccepts(second);
    }
  }

  @Test
  void bindToAPortOfASocket() throws Exception {
    try (Nobody taken = new Nobody(pairing);
        ServerSocket l = unbound()) {
      assertThrows(BindException.class, () -> l.bind(taken.address()));
    }
  }

  @Test
  void bindToAnAddressOfAnotherHost() {
    assertAsOracle(
        over -> {
          try (ServerSocket l = over.server().newServerSocket()) {
            InetAddress foreign = InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1});
            Outcome bind = Outcome.of(() -> l.bind(new InetSocketAddress(foreign, 0)));
            return bind + " " + l.isBound() + " " + l.isClosed();
          }
        });
  }

  @Test
  void portIsFreeAfterClose() throws Exception {
    try (ServerSocket first = listen();
        ServerSocket second = unbound()) {
      first.close();
      second.bind(first.getLocalSocketAddress());
      assertAccepts(second);
    }
  }

  @Test
  void portIsFreeWhileAcceptedConnectionsLiveOn() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over);
              ServerSocket second = over.server().newServerSocket()) {
            c.listener.close();
            Outcome bind = Outcome.of(() -> second.bind(c.listener.getLocalSocketAddress()));
            c.clientOut().write(1);
            return bind + " " + c.serverIn().read();
          }
        });
  }

  @Test
  void portIsFreeAfterTheServerClosedItsConnections() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over);
              ServerSocket second = over.server().newServerSocket()) {
            c.server.close();
            c.clientIn().read();
            c.client.close();
            c.listener.close();
            return Outcome.of(() -> second.bind(c.listener.getLocalSocketAddress()));
          }
        });
  }

  @Test
  void portOfClosedConnectionsWithoutReuse() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over);
              ServerSocket second = over.server().newServerSocket()) {
            c.server.close();
            c.clientIn().read();
            c.client.close();
            c.listener.close();
            second.setReuseAddress(false);
            return Outcome.of(() -> second.bind(c.listener.getLocalSocketAddress()));
          }
        });
  }

  @Test
  void samePortOnTwoAddresses() {
    assertAsOracle(
        over -> {
          try (ServerSocket first = Connected.listen(over.server());
              ServerSocket second = over.server().newServerSocket()) {
            InetAddress other = InetAddress.getByAddress(new byte[] {127, 0, 0, 2});
            return Outcome.of(
                () -> second.bind(new InetSocketAddress(other, first.getLocalPort())));
          }
        });
  }

  @Test
  void bindToIpv6() throws Exception {
    assumeTrue(Ipv6.hasLoopback());
    try (ServerSocket l = unbound()) {
      l.bind(new InetSocketAddress(Ipv6.loopback(), 0));
      assertEquals(Ipv6.loopback(), l.getInetAddress());
    }
  }
}
