package jfs.contract;

import static jfs.contract.ExactFailures.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import org.junit.jupiter.api.Test;

/** Binding a socket before it connects. */
class BindContract extends Contract {

  private static SocketAddress anyPort() {
    return EndAddresses.anyClientPort();
  }

  @Test
  void boundSocketHasAPort() throws Exception {
    try (Socket s = pairing.client().newSocket()) {
      s.bind(anyPort());
      assertTrue(s.isBound());
      assertFalse(s.isConnected());
      assertNotEquals(0, s.getLocalPort());
      assertEquals(EndAddresses.CLIENT, s.getLocalAddress());
      assertEquals("Socket[unconnected]", s.toString());
    }
  }

  @Test
  void connectionComesFromThePortThatWasBound() throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server());
        Socket s = pairing.client().newSocket()) {
      s.bind(anyPort());
      int port = s.getLocalPort();
      s.connect(l.getLocalSocketAddress());
      try (Socket a = l.accept()) {
        assertEquals(port, a.getPort());
        assertEquals(port, s.getLocalPort());
      }
    }
  }

  @Test
  void connectionWithTimeoutComesFromThePortThatWasBound() throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server());
        Socket s = pairing.client().newSocket()) {
      s.bind(anyPort());
      int port = s.getLocalPort();
      s.connect(l.getLocalSocketAddress(), 10_000);
      try (Socket a = l.accept()) {
        assertEquals(port, a.getPort());
      }
    }
  }

  @Test
  void bindToNullChoosesAPort() throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server());
        Socket s = pairing.client().newSocket()) {
      s.bind(null);
      assertTrue(s.isBound());
      assertTrue(s.getLocalAddress().isAnyLocalAddress());
      int port = s.getLocalPort();
      s.connect(l.getLocalSocketAddress());
      assertEquals(port, s.getLocalPort());
      assertEquals(EndAddresses.CLIENT, s.getLocalAddress());
    }
  }

  @Test
  void wildcardIsShownAsTheOracleDoes() {
    assertAsOracle(
        over -> {
          try (Socket s = over.client().newSocket()) {
            s.bind(null);
            return s.getLocalAddress() + " " + (s.getLocalPort() > 0);
          }
        });
  }

  @Test
  void connectionComesFromTheAddressThatWasBound() {
    assertAsOracle(
        over -> {
          try (ServerSocket l = over.server().newServerSocket();
              Socket s = over.client().newSocket()) {
            l.bind(null);
            InetAddress other = InetAddress.getByAddress(new byte[] {127, 0, 0, 2});
            s.bind(new InetSocketAddress(other, 0));
            s.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), l.getLocalPort()));
            try (Socket a = l.accept()) {
              return a.getInetAddress() + " " + s.getLocalAddress();
            }
          }
        });
  }

  @Test
  void bindTwice() throws Exception {
    try (Socket s = pairing.client().newSocket()) {
      s.bind(anyPort());
      int port = s.getLocalPort();
      assertFails(SocketException.class, "Already bound", () -> s.bind(anyPort()));
      assertEquals(port, s.getLocalPort());
    }
  }

  @Test
  void bindAfterConnect() throws Exception {
    try (Connected c = connect()) {
      assertFails(SocketException.class, "Already bound", () -> c.client.bind(anyPort()));
      assertFails(SocketException.class, "Already bound", () -> c.server.bind(anyPort()));
    }
  }

  @Test
  void bindAfterClose() throws Exception {
    try (Socket s = pairing.client().newSocket()) {
      s.close();
      assertFails(SocketException.class, "Socket is closed", () -> s.bind(anyPort()));
    }
  }

  @Test
  void bindToAnUnresolvedAddress() throws Exception {
    try (Socket s = pairing.client().newSocket()) {
      SocketAddress nowhere = InetSocketAddress.createUnresolved("nobody.invalid", 0);
      assertFails(SocketException.class, "Unresolved address", () -> s.bind(nowhere));
      s.bind(anyPort());
    }
  }

  @Test
  void bindTakesNoOtherKindOfAddress() throws Exception {
    try (Socket s = pairing.client().newSocket()) {
      SocketAddress other =
          new SocketAddress() {
            private static final long serialVersionUID = 1;
          };
      assertFails(IllegalArgumentException.class, "Unsupported address type", () -> s.bind(other));
      s.bind(anyPort());
    }
  }

  @Test
  void bindToAPortOfAListener() throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server());
        Socket s = pairing.client().newSocket()) {
      assertThrows(BindException.class, () -> s.bind(l.getLocalSocketAddress()));
      assertFalse(s.isBound());
    }
  }

  @Test
  void bindToAPortOfAnotherSocket() throws Exception {
    try (Socket first = pairing.client().newSocket();
        Socket second = pairing.client().newSocket()) {
      first.bind(anyPort());
      assertThrows(BindException.class, () -> second.bind(first.getLocalSocketAddress()));
    }
  }

  @Test
  void portInUseIsWordedAsTheOracles() {
    assertAsOracle(
        over -> {
          try (ServerSocket l = Connected.listen(over.server());
              Socket s = over.client().newSocket()) {
            return Outcome.of(() -> s.bind(l.getLocalSocketAddress()));
          }
        });
  }

  @Test
  void socketIsUsableAfterAPortWasInUse() throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server());
        Socket s = pairing.client().newSocket()) {
      assertThrows(BindException.class, () -> s.bind(l.getLocalSocketAddress()));
      s.bind(anyPort());
      s.connect(l.getLocalSocketAddress());
      assertTrue(s.isConnected());
    }
  }

  @Test
  void bindToAnAddressOfAnotherHost() {
    assertAsOracle(
        over -> {
          try (Socket s = over.client().newSocket()) {
            InetAddress foreign = InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1});
            Outcome bind = Outcome.of(() -> s.bind(new InetSocketAddress(foreign, 0)));
            return bind + " " + s.isBound() + " " + Outcome.of(() -> s.bind(anyPort()));
          }
        });
  }

  @Test
  void portIsFreeAfterClose() throws Exception {
    try (Socket first = pairing.client().newSocket();
        Socket second = pairing.client().newSocket()) {
      first.bind(anyPort());
      SocketAddress address = first.getLocalSocketAddress();
      first.close();
      second.bind(address);
      assertEquals(address, second.getLocalSocketAddress());
    }
  }

  @Test
  void portOfAClosedConnection() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over);
              Socket s = over.client().newSocket()) {
            SocketAddress local = c.client.getLocalSocketAddress();
            // The end that closes first keeps the port for a while.
            c.client.close();
            c.serverIn().read();
            c.server.close();
            return Outcome.of(() -> s.bind(local));
          }
        });
  }

  @Test
  void boundSocketRefusesStreams() throws Exception {
    try (Socket s = pairing.client().newSocket()) {
      s.bind(anyPort());
      assertFails(SocketException.class, "Socket is not connected", s::getInputStream);
      assertFails(SocketException.class, "Socket is not connected", s::getOutputStream);
    }
  }

  @Test
  void twoSocketsMayShareAPortIfBothReuseIt() {
    assertAsOracle(
        over -> {
          try (Socket first = over.client().newSocket();
              Socket second = over.client().newSocket()) {
            first.setReuseAddress(true);
            first.bind(anyPort());
            second.setReuseAddress(true);
            return Outcome.of(() -> second.bind(first.getLocalSocketAddress()));
          }
        });
  }
}
