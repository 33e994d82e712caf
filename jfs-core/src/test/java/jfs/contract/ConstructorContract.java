package jfs.contract;

import static jfs.contract.ExactFailures.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

/**
 * The constructors that connect or listen: always the sockets that {@code new} gives in this JVM,
 * with this run's kind of socket at the other end.
 */
@SuppressWarnings("AddressSelection") // the loopback has no second address
class ConstructorContract extends Contract {

  private static void assertTalk(ServerSocket listener, Socket client) throws IOException {
    try (client;
        Socket a = listener.accept()) {
      client.getOutputStream().write(1);
      assertEquals(1, a.getInputStream().read());
      a.getOutputStream().write(2);
      assertEquals(2, client.getInputStream().read());
      assertEquals(client.getLocalPort(), a.getPort());
    }
  }

  private Socket connectTo(ServerSocket listener) throws IOException {
    Socket s = pairing.client().newSocket();
    s.connect(new InetSocketAddress(EndAddresses.SERVER, listener.getLocalPort()));
    return s;
  }

  @Test
  void toHostAndPort() throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server())) {
      assertTalk(l, new Socket(EndAddresses.SERVER.getHostAddress(), l.getLocalPort()));
    }
  }

  @Test
  void toAHostName() throws Exception {
    try (ServerSocket l = pairing.server().newServerSocket()) {
      l.bind(null);
      Socket s = new Socket("localhost", l.getLocalPort());
      assertEquals("localhost", s.getInetAddress().getHostName());
      assertTalk(l, s);
    }
  }

  @Test
  void toNoHostIsLoopback() throws Exception {
    try (ServerSocket l = pairing.server().newServerSocket()) {
      l.bind(null);
      Socket s = new Socket((String) null, l.getLocalPort());
      assertTrue(s.getInetAddress().isLoopbackAddress());
      assertTalk(l, s);
    }
  }

  @Test
  void toAddressAndPort() throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server())) {
      assertTalk(l, new Socket(EndAddresses.SERVER, l.getLocalPort()));
    }
  }

  @Test
  void fromLocalAddress() throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server())) {
      Socket s = new Socket(EndAddresses.SERVER, l.getLocalPort(), EndAddresses.CLIENT, 0);
      assertEquals(EndAddresses.CLIENT, s.getLocalAddress());
      assertTalk(l, s);
    }
  }

  @Test
  void toHostFromLocalAddress() throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server())) {
      assertTalk(
          l,
          new Socket(
              EndAddresses.SERVER.getHostAddress(), l.getLocalPort(), EndAddresses.CLIENT, 0));
    }
  }

  @Test
  void fromAnyLocalAddress() throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server())) {
      assertTalk(l, new Socket(EndAddresses.SERVER, l.getLocalPort(), null, 0));
    }
  }

  @Test
  void withoutProxy() throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server())) {
      Socket s = new Socket(Proxy.NO_PROXY);
      s.connect(l.getLocalSocketAddress());
      assertTalk(l, s);
    }
  }

  @Test
  void withNullProxy() {
    assertFails(
        IllegalArgumentException.class, "Invalid Proxy", () -> new Socket((Proxy) null).close());
  }

  @Test
  void toNullAddress() {
    assertThrows(NullPointerException.class, () -> new Socket((InetAddress) null, 1).close());
  }

  @Test
  void toAPortOutOfRange() {
    assertThrows(
        IllegalArgumentException.class, () -> new Socket(EndAddresses.SERVER, 65_536).close());
    assertThrows(IllegalArgumentException.class, () -> new Socket(EndAddresses.SERVER, -1).close());
  }

  @Test
  void toAPortNobodyListensOn() throws Exception {
    try (Nobody nobody = new Nobody(pairing)) {
      assertThrows(
          ConnectException.class, () -> new Socket(EndAddresses.SERVER, nobody.port()).close());
    }
  }

  @Test
  void refusedConstructorGivesItsLocalPortBack() throws Exception {
    try (Nobody nobody = new Nobody(pairing);
        Nobody free = new Nobody(pairing);
        Socket s = pairing.client().newSocket()) {
      int port = free.port();
      free.close();
      assertThrows(
          ConnectException.class,
          () -> new Socket(EndAddresses.SERVER, nobody.port(), EndAddresses.CLIENT, port).close());
      s.bind(new InetSocketAddress(EndAddresses.CLIENT, port));
    }
  }

  @Test
  void fromAPortInUse() throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server());
        Socket holder = pairing.client().newSocket()) {
      holder.bind(EndAddresses.anyClientPort());
      int port = holder.getLocalPort();
      assertThrows(
          BindException.class,
          () ->
              new Socket(EndAddresses.SERVER, l.getLocalPort(), EndAddresses.CLIENT, port).close());
    }
  }

  @Test
  void toAnUnknownHost() {
    // No name at all, so that no name server is asked.
    assertThrows(UnknownHostException.class, () -> new Socket("x..y", 1).close());
  }

  @Test
  void listenerOnAnyPort() throws Exception {
    try (ServerSocket l = new ServerSocket(0)) {
      assertTrue(l.isBound());
      assertTrue(l.getInetAddress().isAnyLocalAddress());
      assertTalk(l, connectTo(l));
    }
  }

  @Test
  void listenerWithBacklog() throws Exception {
    try (ServerSocket l = new ServerSocket(0, 5)) {
      assertTalk(l, connectTo(l));
    }
  }

  @Test
  void listenerWithABacklogThatIsNone() throws Exception {
    try (ServerSocket l = new ServerSocket(0, -1)) {
      assertTalk(l, connectTo(l));
    }
  }

  @Test
  void listenerOnAnAddress() throws Exception {
    try (ServerSocket l = new ServerSocket(0, 5, EndAddresses.SERVER)) {
      assertEquals(EndAddresses.SERVER, l.getInetAddress());
      assertTalk(l, connectTo(l));
    }
  }

  @Test
  void listenerOnAPortOutOfRange() {
    assertFails(
        IllegalArgumentException.class,
        "Port value out of range: 65536",
        () -> new ServerSocket(65_536).close());
    assertFails(
        IllegalArgumentException.class,
        "Port value out of range: -1",
        () -> new ServerSocket(-1).close());
  }

  @Test
  void listenerOnAPortInUse() throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server())) {
      assertThrows(
          BindException.class,
          () -> new ServerSocket(l.getLocalPort(), 5, EndAddresses.SERVER).close());
    }
  }

  @Test
  void unboundListener() throws Exception {
    try (ServerSocket l = new ServerSocket()) {
      assertFalse(l.isBound());
      l.bind(EndAddresses.anyServerPort());
      assertTalk(l, connectTo(l));
    }
  }
}
