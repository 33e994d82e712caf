package jfs.contract;

import static jfs.contract.ExactFailures.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Accepting connections, and what an accepted one is like. */
class AcceptContract extends Contract {

  private Socket connectTo(ServerSocket listener) throws IOException {
    Socket s = pairing.client().newSocket();
    s.connect(listener.getLocalSocketAddress());
    return s;
  }

  private ServerSocket listen() throws IOException {
    return Connected.listen(pairing.server());
  }

  @Test
  void acceptedSocketIsConnectedAndBound() throws Exception {
    try (Connected c = connect()) {
      assertTrue(c.server.isConnected());
      assertTrue(c.server.isBound());
      assertFalse(c.server.isClosed());
      assertFalse(c.server.isInputShutdown());
      assertFalse(c.server.isOutputShutdown());
    }
  }

  @Test
  void everyAcceptGivesAnotherSocket() throws Exception {
    try (ServerSocket l = listen();
        Socket c1 = connectTo(l);
        Socket c2 = connectTo(l);
        Socket a1 = l.accept();
        Socket a2 = l.accept()) {
      assertNotSame(a1, a2);
      assertEquals(c1.getLocalPort(), a1.getPort());
      assertEquals(c2.getLocalPort(), a2.getPort());
    }
  }

  @Test
  void connectionsAreAcceptedInTheOrderTheyCame() throws Exception {
    try (ServerSocket l = listen()) {
      List<Socket> clients = new ArrayList<>();
      try {
        for (int i = 0; i < 10; i++) {
          clients.add(connectTo(l));
        }
        for (Socket client : clients) {
          try (Socket a = l.accept()) {
            assertEquals(client.getLocalPort(), a.getPort());
          }
        }
      } finally {
        for (Socket client : clients) {
          client.close();
        }
      }
    }
  }

  @Test
  void oneThreadConnectsAndAcceptsManyTimes() throws Exception {
    try (ServerSocket l = listen()) {
      for (int i = 0; i < 50; i++) {
        try (Socket s = connectTo(l);
            Socket a = l.accept()) {
          s.getOutputStream().write(i);
          assertEquals(i, a.getInputStream().read());
        }
      }
    }
  }

  @Test
  void acceptBeforeBind() throws Exception {
    try (ServerSocket l = pairing.server().newServerSocket()) {
      assertFails(SocketException.class, "Socket is not bound yet", l::accept);
      assertFalse(l.isClosed());
    }
  }

  @Test
  void acceptAfterClose() throws Exception {
    try (ServerSocket l = listen()) {
      l.close();
      assertFails(SocketException.class, "Socket is closed", l::accept);
    }
  }

  @Test
  void acceptAfterCloseWithoutBind() throws Exception {
    try (ServerSocket l = pairing.server().newServerSocket()) {
      l.close();
      assertFails(SocketException.class, "Socket is closed", l::accept);
    }
  }

  @Test
  void acceptedConnectionsOutliveTheListener() throws Exception {
    try (Connected c = connect()) {
      c.listener.close();
      c.clientOut().write(1);
      assertEquals(1, c.serverIn().read());
      c.serverOut().write(2);
      assertEquals(2, c.clientIn().read());
      assertFalse(c.server.isClosed());
    }
  }

  @Test
  void listenerOutlivesAcceptedConnections() throws Exception {
    try (Connected c = connect()) {
      c.server.close();
      c.client.close();
      try (Socket s = connectTo(c.listener);
          Socket a = c.listener.accept()) {
        assertEquals(s.getLocalPort(), a.getPort());
      }
    }
  }

  @Test
  void connectionThatNobodyAcceptedEndsWithTheListener() {
    assertAsOracle(
        over -> {
          try (ServerSocket l = Connected.listen(over.server());
              Socket s = over.client().newSocket()) {
            s.connect(l.getLocalSocketAddress());
            l.close();
            return Outcome.of(() -> s.getInputStream().read());
          }
        });
  }

  @Test
  void peerThatHasClosedIsAccepted() throws Exception {
    try (ServerSocket l = listen()) {
      int port;
      try (Socket s = connectTo(l)) {
        port = s.getLocalPort();
      }
      try (Socket a = l.accept()) {
        assertEquals(port, a.getPort());
        assertEquals(-1, a.getInputStream().read());
      }
    }
  }

  @Test
  void bytesOfAPeerThatHasClosedAreRead() throws Exception {
    try (ServerSocket l = listen()) {
      try (Socket s = connectTo(l)) {
        s.getOutputStream().write(new byte[] {1, 2, 3});
      }
      try (Socket a = l.accept()) {
        assertEquals(3, a.getInputStream().readAllBytes().length);
      }
    }
  }

  @Test
  void bytesOfAPeerThatHasShutDownItsOutputAreRead() throws Exception {
    try (ServerSocket l = listen();
        Socket s = connectTo(l)) {
      s.getOutputStream().write(new byte[] {1, 2, 3});
      s.shutdownOutput();
      try (Socket a = l.accept()) {
        assertEquals(3, a.getInputStream().readAllBytes().length);
        a.getOutputStream().write(8);
        assertEquals(8, s.getInputStream().read());
      }
    }
  }

  @Test
  void peerThatHasResetIsAccepted() {
    assertAsOracle(
        over -> {
          try (ServerSocket l = Connected.listen(over.server())) {
            try (Socket s = over.client().newSocket()) {
              s.connect(l.getLocalSocketAddress());
              s.setSoLinger(true, 0);
            }
            try (Socket a = l.accept()) {
              return a.getInetAddress() + " " + Outcome.of(() -> a.getInputStream().read());
            }
          }
        });
  }

  @Test
  void connectionsWaitInTheBacklog() throws Exception {
    try (ServerSocket l = pairing.server().newServerSocket()) {
      l.bind(EndAddresses.anyServerPort(), 20);
      List<Socket> open = new ArrayList<>();
      try {
        for (int i = 0; i < 20; i++) {
          Socket s = connectTo(l);
          open.add(s);
          s.getOutputStream().write(i);
        }
        for (int i = 0; i < 20; i++) {
          Socket a = l.accept();
          open.add(a);
          assertEquals(i, a.getInputStream().read());
        }
      } finally {
        for (Socket socket : open) {
          socket.close();
        }
      }
    }
  }

  @Test
  void acceptedOverIpv6() throws Exception {
    assumeTrue(Ipv6.hasLoopback());
    try (ServerSocket l = pairing.server().newServerSocket()) {
      l.bind(null);
      try (Socket s = pairing.client().newSocket()) {
        s.connect(new InetSocketAddress(Ipv6.loopback(), l.getLocalPort()));
        try (Socket a = l.accept()) {
          assertEquals(Ipv6.loopback(), a.getInetAddress());
          assertEquals(Ipv6.loopback(), a.getLocalAddress());
        }
      }
    }
  }

  @Test
  void listenerHasNoChannel() throws Exception {
    try (ServerSocket l = listen()) {
      assertNull(l.getChannel());
    }
  }
}
