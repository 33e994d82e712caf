package jfs.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import org.junit.jupiter.api.Test;

/** What a socket says of its two addresses, from new to closed. */
class AddressContract extends Contract {

  private static void assertNoPeer(Socket s) {
    assertNull(s.getInetAddress());
    assertNull(s.getRemoteSocketAddress());
    assertEquals(0, s.getPort());
  }

  /** Both ends know both ends. */
  private static void assertAddresses(Connected c) {
    int clientPort = c.client.getLocalPort();
    int serverPort = c.listener.getLocalPort();
    assertClient(c.client, clientPort, serverPort);
    assertServer(c.server, serverPort, clientPort);
  }

  private static void assertClient(Socket s, int localPort, int port) {
    assertEnd(s, EndAddresses.CLIENT, localPort, EndAddresses.SERVER, port);
  }

  private static void assertServer(Socket s, int localPort, int port) {
    assertEnd(s, EndAddresses.SERVER, localPort, EndAddresses.CLIENT, port);
  }

  private static void assertEnd(
      Socket s, InetAddress local, int localPort, InetAddress remote, int port) {
    assertPeer(s, remote, port);
    assertEquals(local, s.getLocalAddress());
    assertEquals(localPort, s.getLocalPort());
    assertEquals(new InetSocketAddress(local, localPort), s.getLocalSocketAddress());
  }

  private static void assertPeer(Socket s, InetAddress remote, int port) {
    assertEquals(remote, s.getInetAddress());
    assertEquals(port, s.getPort());
    assertEquals(new InetSocketAddress(remote, port), s.getRemoteSocketAddress());
  }

  /** A closed socket still knows its peer, but of its own end only the port. */
  private static void assertClosedEnd(Socket s, int localPort, InetAddress remote, int port) {
    assertTrue(s.isClosed());
    assertTrue(s.isConnected());
    assertTrue(s.isBound());
    assertPeer(s, remote, port);
    assertTrue(s.getLocalAddress().isAnyLocalAddress());
    assertEquals(localPort, s.getLocalPort());
    assertEquals(new InetSocketAddress(localPort), s.getLocalSocketAddress());
  }

  @Test
  void newSocketHasNone() throws Exception {
    try (Socket s = pairing.client().newSocket()) {
      assertNoPeer(s);
      assertTrue(s.getLocalAddress().isAnyLocalAddress());
      assertEquals(-1, s.getLocalPort());
      assertNull(s.getLocalSocketAddress());
    }
  }

  @Test
  void newSocketOfTheServersKindHasNone() throws Exception {
    try (Socket s = pairing.server().newSocket()) {
      assertNoPeer(s);
      assertEquals(-1, s.getLocalPort());
    }
  }

  @Test
  void socketThatAnOptionCreatedHasNone() throws Exception {
    try (Socket s = pairing.client().newSocket()) {
      s.setTcpNoDelay(true);
      assertNoPeer(s);
      assertTrue(s.getLocalAddress().isAnyLocalAddress());
      assertEquals(-1, s.getLocalPort());
      assertNull(s.getLocalSocketAddress());
    }
  }

  @Test
  void boundSocketHasItsOwn() throws Exception {
    try (Socket s = pairing.client().newSocket()) {
      s.bind(EndAddresses.anyClientPort());
      assertNoPeer(s);
      assertEquals(EndAddresses.CLIENT, s.getLocalAddress());
      assertTrue(s.getLocalPort() > 0);
      assertEquals(
          new InetSocketAddress(EndAddresses.CLIENT, s.getLocalPort()), s.getLocalSocketAddress());
    }
  }

  @Test
  void socketBoundToAnyAddressHasItsPort() throws Exception {
    try (Socket s = pairing.client().newSocket()) {
      s.bind(null);
      assertNoPeer(s);
      assertTrue(s.getLocalAddress().isAnyLocalAddress());
      assertTrue(s.getLocalPort() > 0);
      assertEquals(new InetSocketAddress(s.getLocalPort()), s.getLocalSocketAddress());
    }
  }

  @Test
  void connectedSocketHasBoth() throws Exception {
    try (Connected c = connect()) {
      assertAddresses(c);
    }
  }

  @Test
  void boundAndConnectedSocketHasBoth() throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server());
        Socket s = pairing.client().newSocket()) {
      s.bind(null);
      s.connect(l.getLocalSocketAddress());
      try (Socket a = l.accept()) {
        assertClient(s, s.getLocalPort(), l.getLocalPort());
        assertServer(a, l.getLocalPort(), s.getLocalPort());
      }
    }
  }

  @Test
  void socketAcceptedOnAnyAddressHasTheOneThatWasCalled() throws Exception {
    try (ServerSocket l = pairing.server().newServerSocket();
        Socket s = pairing.client().newSocket()) {
      l.bind(null);
      s.connect(new InetSocketAddress(EndAddresses.SERVER, l.getLocalPort()));
      try (Socket a = l.accept()) {
        assertServer(a, l.getLocalPort(), s.getLocalPort());
      }
    }
  }

  @Test
  void bytesChangeNothing() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().write(1);
      assertEquals(1, c.serverIn().read());
      c.serverOut().write(2);
      assertEquals(2, c.clientIn().read());
      assertAddresses(c);
    }
  }

  @Test
  void closedListenerChangesNothing() throws Exception {
    try (Connected c = connect()) {
      c.listener.close();
      assertAddresses(c);
    }
  }

  @Test
  void shutdownOutputChangesNothing() throws Exception {
    try (Connected c = connect()) {
      c.client.shutdownOutput();
      assertEquals(-1, c.serverIn().read());
      assertAddresses(c);
    }
  }

  @Test
  void shutdownInputChangesNothing() throws Exception {
    try (Connected c = connect()) {
      c.client.shutdownInput();
      c.server.shutdownInput();
      assertAddresses(c);
    }
  }

  @Test
  void shutdownOfBothDirectionsByBoth() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            c.client.shutdownOutput();
            c.serverIn().read();
            c.server.shutdownOutput();
            c.clientIn().read();
            // The kernel has forgotten the connection; a socket may remember what the kernel said
            // first.
            return c.server.getInetAddress()
                + " "
                + c.server.getLocalAddress()
                + (c.server.getPort() == c.client.getLocalPort());
          }
        });
  }

  @Test
  void peersCloseChangesNothing() throws Exception {
    try (Connected c = connect()) {
      int port = c.server.getPort();
      c.client.close();
      assertEquals(-1, c.serverIn().read());
      assertServer(c.server, c.listener.getLocalPort(), port);
    }
  }

  @Test
  void peersReset() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            int port = c.client.getLocalPort();
            c.client.setSoLinger(true, 0);
            c.client.close();
            Outcome read = Outcome.of(() -> c.serverIn().read());
            return read
                + " "
                + c.server.getInetAddress()
                + " "
                + c.server.getLocalAddress()
                + (c.server.getPort() == port);
          }
        });
  }

  @Test
  void closedClientKnowsItsPeerStill() throws Exception {
    try (Connected c = connect()) {
      c.client.close();
      assertClosedEnd(c.client, c.server.getPort(), EndAddresses.SERVER, c.listener.getLocalPort());
    }
  }

  @Test
  void closedAcceptedSocketKnowsItsPeerStill() throws Exception {
    try (Connected c = connect()) {
      c.server.close();
      assertClosedEnd(
          c.server, c.listener.getLocalPort(), EndAddresses.CLIENT, c.client.getLocalPort());
    }
  }

  @Test
  void socketClosedThroughItsStreamKnowsItsPeerStill() throws Exception {
    try (Connected c = connect()) {
      c.clientOut().close();
      c.serverIn().close();
      assertClosedEnd(c.client, c.server.getPort(), EndAddresses.SERVER, c.listener.getLocalPort());
      assertClosedEnd(
          c.server, c.listener.getLocalPort(), EndAddresses.CLIENT, c.client.getLocalPort());
    }
  }

  @Test
  void closedSocketIsCalledAsBefore() throws Exception {
    try (Connected c = connect()) {
      String client = c.client.toString();
      String server = c.server.toString();
      c.client.close();
      c.server.close();
      assertEquals(client, c.client.toString());
      assertEquals(server, c.server.toString());
    }
  }

  @Test
  void closedSocketThatWasNeverConnectedHasNone() throws Exception {
    try (Socket s = pairing.client().newSocket()) {
      s.close();
      assertNoPeer(s);
      assertTrue(s.getLocalAddress().isAnyLocalAddress());
      assertEquals(-1, s.getLocalPort());
      assertNull(s.getLocalSocketAddress());
      assertEquals("Socket[unconnected]", s.toString());
    }
  }

  @Test
  void closedSocketThatWasBoundKnowsItsPort() throws Exception {
    try (Socket s = pairing.client().newSocket()) {
      s.bind(EndAddresses.anyClientPort());
      int port = s.getLocalPort();
      s.close();
      assertNoPeer(s);
      assertTrue(s.isBound());
      assertTrue(s.getLocalAddress().isAnyLocalAddress());
      assertEquals(port, s.getLocalPort());
    }
  }

  @Test
  void wildcardOfAClosedSocketIsShownAsTheOracleDoes() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            c.client.close();
            c.server.close();
            return c.client.getLocalAddress() + " " + c.server.getLocalAddress();
          }
        });
  }

  @Test
  void listenersAddressIsNotTheAcceptedSocketsAffair() throws Exception {
    try (Connected c = connect()) {
      SocketAddress address = c.listener.getLocalSocketAddress();
      c.server.close();
      assertEquals(address, c.listener.getLocalSocketAddress());
    }
  }

  @Test
  void connectionsToOneListenerDifferByPort() throws Exception {
    try (Connected c = connect();
        Socket second = pairing.client().newSocket()) {
      second.connect(c.listener.getLocalSocketAddress());
      try (Socket a = c.listener.accept()) {
        assertNotEquals(c.client.getLocalPort(), second.getLocalPort());
        assertServer(a, c.listener.getLocalPort(), second.getLocalPort());
        assertAddresses(c);
      }
    }
  }

  @Test
  void acceptedPeerIsShownWithoutAName() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            return c.server.getInetAddress() + " " + c.server.getLocalAddress();
          }
        });
  }

  @Test
  void localAddressOfAClientIsShownWithoutAName() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            return c.client.getLocalAddress() + " " + c.client.getInetAddress();
          }
        });
  }
}
