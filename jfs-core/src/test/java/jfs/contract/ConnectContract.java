package jfs.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import jfs.contract.Blocking.Attempt;
import org.junit.jupiter.api.Test;

/** Connecting to a listener. */
class ConnectContract extends Contract {

  @Test
  void newSocketIsNothingYet() throws Exception {
    try (Socket s = pairing.client().newSocket()) {
      assertFalse(s.isConnected());
      assertFalse(s.isBound());
      assertFalse(s.isClosed());
      assertFalse(s.isInputShutdown());
      assertFalse(s.isOutputShutdown());
      assertEquals("Socket[unconnected]", s.toString());
    }
  }

  @Test
  void connectedSocketIsConnectedAndBound() throws Exception {
    try (Connected c = connect()) {
      assertTrue(c.client.isConnected());
      assertTrue(c.client.isBound());
      assertFalse(c.client.isClosed());
    }
  }

  @Test
  void connectReturnsBeforeAnybodyAccepts() throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server());
        Socket s = pairing.client().newSocket()) {
      s.connect(l.getLocalSocketAddress());
      assertTrue(s.isConnected());
    }
  }

  @Test
  void bytesMayBeWrittenBeforeAnybodyAccepts() throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server());
        Socket s = pairing.client().newSocket()) {
      s.connect(l.getLocalSocketAddress());
      s.getOutputStream().write(7);
      try (Socket a = l.accept()) {
        assertEquals(7, a.getInputStream().read());
      }
    }
  }

  @Test
  void connectWithTimeout() throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server());
        Socket s = pairing.client().newSocket()) {
      s.connect(l.getLocalSocketAddress(), 10_000);
      assertTrue(s.isConnected());
    }
  }

  @Test
  void connectWithTheLongestTimeout() throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server());
        Socket s = pairing.client().newSocket()) {
      s.connect(l.getLocalSocketAddress(), Integer.MAX_VALUE);
      assertTrue(s.isConnected());
    }
  }

  @Test
  void readsBlockAfterAConnectWithTimeout() throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server());
        Socket s = pairing.client().newSocket()) {
      s.connect(l.getLocalSocketAddress(), 10_000);
      try (Socket a = l.accept()) {
        Attempt<Integer> reading = Blocking.attempt(() -> s.getInputStream().read());
        reading.awaitBlockedIn("read");
        a.getOutputStream().write(9);
        assertEquals(9, reading.get());
      }
    }
  }

  @Test
  void timeoutOfConnectIsNotThatOfReads() throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server());
        Socket s = pairing.client().newSocket()) {
      s.connect(l.getLocalSocketAddress(), 10_000);
      assertEquals(0, s.getSoTimeout());
    }
  }

  @Test
  void timeoutOfReadsIsNotThatOfConnect() throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server());
        Socket s = pairing.client().newSocket()) {
      s.setSoTimeout(1);
      s.connect(l.getLocalSocketAddress());
      assertEquals(1, s.getSoTimeout());
      assertTrue(s.isConnected());
    }
  }

  @Test
  void localAddressIsKnownOnceConnected() throws Exception {
    try (Connected c = connect()) {
      assertEquals(EndAddresses.CLIENT, c.client.getLocalAddress());
      assertEquals(c.server.getPort(), c.client.getLocalPort());
    }
  }

  @Test
  void remoteAddressIsTheOneAskedFor() throws Exception {
    try (Connected c = connect()) {
      assertEquals(c.listener.getLocalSocketAddress(), c.client.getRemoteSocketAddress());
    }
  }

  @Test
  void toStringNamesPeerAndPorts() throws Exception {
    try (Connected c = connect()) {
      String words =
          "Socket[addr=%s,port=%d,localport=%d]"
              .formatted(
                  c.listener.getInetAddress(), c.listener.getLocalPort(), c.client.getLocalPort());
      assertEquals(words, c.client.toString());
    }
  }

  @Test
  void hostNameOfTheAddressIsKept() {
    assertAsOracle(
        over -> {
          try (ServerSocket l = Connected.listen(over.server());
              Socket s = over.client().newSocket()) {
            byte[] server = EndAddresses.SERVER.getAddress();
            InetAddress named = InetAddress.getByAddress("by.another.name", server);
            s.connect(new InetSocketAddress(named, l.getLocalPort()));
            return s.getInetAddress() + " " + s.toString().contains("by.another.name");
          }
        });
  }

  @Test
  void connectToTheWildcardReachesThisHost() {
    assertAsOracle(
        over -> {
          try (ServerSocket l = over.server().newServerSocket();
              Socket s = over.client().newSocket()) {
            l.bind(null);
            s.connect(new InetSocketAddress(l.getLocalPort()));
            try (Socket a = l.accept()) {
              s.getOutputStream().write(3);
              return s.getInetAddress() + " " + a.getInputStream().read();
            }
          }
        });
  }

  @Test
  void connectToTheIpv6WildcardReachesThisHost() {
    assertAsOracle(
        over -> {
          try (ServerSocket l = over.server().newServerSocket();
              Socket s = over.client().newSocket()) {
            l.bind(null);
            InetAddress any = InetAddress.getByAddress(new byte[16]);
            s.connect(new InetSocketAddress(any, l.getLocalPort()));
            return s.getInetAddress();
          }
        });
  }

  @Test
  void connectOverIpv6Loopback() throws Exception {
    assumeTrue(Ipv6.hasLoopback());
    try (ServerSocket l = pairing.server().newServerSocket();
        Socket s = pairing.client().newSocket()) {
      l.bind(new InetSocketAddress(Ipv6.loopback(), 0));
      s.connect(l.getLocalSocketAddress());
      try (Socket a = l.accept()) {
        s.getOutputStream().write(6);
        assertEquals(6, a.getInputStream().read());
        assertEquals(Ipv6.loopback(), s.getInetAddress());
        assertEquals(Ipv6.loopback(), s.getLocalAddress());
        assertEquals(Ipv6.loopback(), a.getInetAddress());
        assertEquals(Ipv6.loopback(), a.getLocalAddress());
      }
    }
  }

  @Test
  void ipv4AddressesStayIpv4OnAListenerForBoth() throws Exception {
    try (ServerSocket l = pairing.server().newServerSocket();
        Socket s = pairing.client().newSocket()) {
      l.bind(null);
      InetAddress ipv4 = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
      s.connect(new InetSocketAddress(ipv4, l.getLocalPort()));
      try (Socket a = l.accept()) {
        assertTrue(a.getInetAddress() instanceof Inet4Address);
        assertEquals(ipv4, a.getInetAddress());
        assertEquals(ipv4, a.getLocalAddress());
        assertEquals(ipv4, s.getLocalAddress());
      }
    }
  }

  @Test
  void socketBoundToAPortMayConnectToItself() {
    assertAsOracle(
        over -> {
          try (Socket s = over.client().newSocket()) {
            s.bind(EndAddresses.anyClientPort());
            s.connect(s.getLocalSocketAddress());
            s.getOutputStream().write(5);
            return s.getInputStream().read() + " " + (s.getPort() == s.getLocalPort());
          }
        });
  }

  @Test
  void interruptedThreadConnects() throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server());
        Socket s = pairing.client().newSocket()) {
      Thread.currentThread().interrupt();
      try {
        s.connect(l.getLocalSocketAddress());
        assertTrue(Thread.currentThread().isInterrupted());
      } finally {
        Thread.interrupted();
      }
      assertFalse(s.isClosed());
    }
  }

  @Test
  void interruptedThreadConnectsWithTimeout() throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server());
        Socket s = pairing.client().newSocket()) {
      Thread.currentThread().interrupt();
      try {
        s.connect(l.getLocalSocketAddress(), 10_000);
        assertTrue(Thread.currentThread().isInterrupted());
      } finally {
        Thread.interrupted();
      }
      assertFalse(s.isClosed());
    }
  }

  @Test
  void manyThreadsConnectAtOnce() throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server())) {
      List<Attempt<Integer>> attempts = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        attempts.add(
            Blocking.attempt(
                () -> {
                  try (Socket s = pairing.client().newSocket()) {
                    s.connect(l.getLocalSocketAddress());
                    s.getOutputStream().write(1);
                    return s.getLocalPort();
                  }
                }));
      }
      Set<Integer> accepted = new HashSet<>();
      Set<Integer> connected = new HashSet<>();
      for (Attempt<Integer> attempt : attempts) {
        try (Socket a = l.accept()) {
          assertEquals(1, a.getInputStream().read());
          accepted.add(a.getPort());
        }
        connected.add(attempt.get());
      }
      assertEquals(connected, accepted);
    }
  }

  @Test
  void socketHasNoChannel() throws Exception {
    try (Connected c = connect()) {
      assertNull(c.client.getChannel());
      assertNull(c.server.getChannel());
    }
  }
}
