package jfs.contract;

import static jfs.contract.ExactFailures.assertFails;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import org.junit.jupiter.api.Test;

/** Arguments that connect refuses, and sockets that refuse a connect. */
class ConnectRefusalsContract extends Contract {

  private static final class OtherAddress extends SocketAddress {
    private static final long serialVersionUID = 1;
  }

  @Test
  void connectTakesNoNull() throws Exception {
    try (Socket s = pairing.client().newSocket()) {
      assertFails(
          IllegalArgumentException.class,
          "connect: The address can't be null",
          () -> s.connect(null));
      assertFails(
          IllegalArgumentException.class,
          "connect: The address can't be null",
          () -> s.connect(null, 10));
      assertFalse(s.isClosed());
    }
  }

  @Test
  void connectTakesNoNegativeTimeout() throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server());
        Socket s = pairing.client().newSocket()) {
      assertFails(
          IllegalArgumentException.class,
          "connect: timeout can't be negative",
          () -> s.connect(l.getLocalSocketAddress(), -1));
      s.connect(l.getLocalSocketAddress());
      assertTrue(s.isConnected());
    }
  }

  @Test
  void connectTakesNoOtherKindOfAddress() throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server());
        Socket s = pairing.client().newSocket()) {
      assertFails(
          IllegalArgumentException.class,
          "Unsupported address type",
          () -> s.connect(new OtherAddress()));
      s.connect(l.getLocalSocketAddress());
      assertTrue(s.isConnected());
    }
  }

  @Test
  void connectTwice() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            Outcome again = Outcome.of(() -> c.client.connect(c.listener.getLocalSocketAddress()));
            c.clientOut().write(1);
            return again + ", then read " + c.serverIn().read();
          }
        });
  }

  @Test
  void connectOfAnAcceptedSocket() {
    assertAsOracle(
        over -> {
          try (Connected c = Connected.of(over)) {
            return Outcome.of(() -> c.server.connect(c.listener.getLocalSocketAddress()));
          }
        });
  }

  @Test
  void connectAfterClose() throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server());
        Socket s = pairing.client().newSocket()) {
      s.close();
      assertFails(
          SocketException.class, "Socket is closed", () -> s.connect(l.getLocalSocketAddress()));
    }
  }

  @Test
  void connectAfterAConnectionWasClosed() throws Exception {
    try (Connected c = connect()) {
      c.client.close();
      assertFails(
          SocketException.class,
          "Socket is closed",
          () -> c.client.connect(c.listener.getLocalSocketAddress()));
    }
  }

  @Test
  void streamsAreRefusedBeforeConnect() throws Exception {
    try (Socket s = pairing.client().newSocket()) {
      assertFails(SocketException.class, "Socket is not connected", s::getInputStream);
      assertFails(SocketException.class, "Socket is not connected", s::getOutputStream);
      assertFails(SocketException.class, "Socket is not connected", s::shutdownInput);
      assertFails(SocketException.class, "Socket is not connected", s::shutdownOutput);
    }
  }
}
