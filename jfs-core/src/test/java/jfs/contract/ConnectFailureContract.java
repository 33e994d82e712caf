package jfs.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import jfs.contract.Blocking.Attempt;
import org.junit.jupiter.api.Test;

/** Connects that fail, and the state of the socket afterwards. */
class ConnectFailureContract extends Contract {

  /** Long enough for the JDK to choose a proxy before the time is over, on a busy machine, too. */
  private static final int LONGER_MILLIS = 500;

  private static final Outcome CLOSED =
      new Outcome("threw java.net.SocketException: Socket closed");

  private static SocketAddress unresolved() {
    return InetSocketAddress.createUnresolved("nobody.invalid", 4711);
  }

  private static Attempt<Void> connecting(Socket s, SocketAddress to, int timeout) {
    return Blocking.attempt(
        () -> {
          s.connect(to, timeout);
          return null;
        });
  }

  private static void assertTimesOut(Socket s, FullListener full, int millis) {
    long start = System.nanoTime();
    assertThrows(SocketTimeoutException.class, () -> s.connect(full.address(), millis));
    long took = System.nanoTime() - start;
    // The JDK counts this timeout in whole milliseconds, so part of one may be missing.
    assertTrue(took >= TimeUnit.MILLISECONDS.toNanos(millis - 2), took + " ns");
  }

  /** All that a socket tells after its connect has failed. */
  private static String state(Socket s) {
    return "connected=%s bound=%s closed=%s remote=%s port=%s local=%s %s timeout=%s in=%s %s"
        .formatted(
            s.isConnected(),
            s.isBound(),
            s.isClosed(),
            s.getRemoteSocketAddress(),
            s.getPort(),
            s.getLocalAddress(),
            s,
            Outcome.of(() -> s.setSoTimeout(5)),
            Outcome.of(s::getInputStream),
            Outcome.of(s::close));
  }

  @Test
  void connectToAPortNobodyListensOnIsRefused() throws Exception {
    try (Nobody nobody = new Nobody(pairing);
        Socket s = pairing.client().newSocket()) {
      assertThrows(ConnectException.class, () -> s.connect(nobody.address()));
      assertFalse(s.isConnected());
    }
  }

  @Test
  void refusalIsWordedAsTheOracles() {
    assertAsOracle(
        over -> {
          try (Nobody nobody = new Nobody(over);
              Socket s = over.client().newSocket()) {
            return Outcome.of(() -> s.connect(nobody.address()));
          }
        });
  }

  @Test
  void refusalOfAConnectWithTimeoutIsWordedAsTheOracles() {
    assertAsOracle(
        over -> {
          try (Nobody nobody = new Nobody(over);
              Socket s = over.client().newSocket()) {
            return Outcome.of(() -> s.connect(nobody.address(), 10_000));
          }
        });
  }

  @Test
  void stateAfterRefusal() {
    assertAsOracle(
        over -> {
          try (Nobody nobody = new Nobody(over);
              Socket s = over.client().newSocket()) {
            assertThrows(ConnectException.class, () -> s.connect(nobody.address()));
            return state(s);
          }
        });
  }

  @Test
  void stateAfterRefusalOfABoundSocket() {
    assertAsOracle(
        over -> {
          try (Nobody nobody = new Nobody(over);
              Socket s = over.client().newSocket()) {
            s.bind(EndAddresses.anyClientPort());
            int port = s.getLocalPort();
            assertThrows(ConnectException.class, () -> s.connect(nobody.address()));
            return state(s) + (s.getLocalPort() == port);
          }
        });
  }

  @Test
  void secondConnectAfterRefusal() {
    assertAsOracle(
        over -> {
          try (Nobody nobody = new Nobody(over);
              ServerSocket l = Connected.listen(over.server());
              Socket s = over.client().newSocket()) {
            assertThrows(ConnectException.class, () -> s.connect(nobody.address()));
            return Outcome.of(() -> s.connect(l.getLocalSocketAddress()));
          }
        });
  }

  @Test
  void optionAfterRefusal() {
    assertAsOracle(
        over -> {
          try (Nobody nobody = new Nobody(over);
              Socket s = over.client().newSocket()) {
            assertThrows(ConnectException.class, () -> s.connect(nobody.address()));
            return Outcome.of(s::getTcpNoDelay) + " " + Outcome.of(s::getTrafficClass);
          }
        });
  }

  @Test
  void supportedOptionsAfterRefusal() {
    assertAsOracle(
        over -> {
          try (Nobody nobody = new Nobody(over);
              Socket s = over.client().newSocket()) {
            assertThrows(ConnectException.class, () -> s.connect(nobody.address()));
            return GenericOptionsContract.names(s.supportedOptions());
          }
        });
  }

  @Test
  void portIsFreeAfterRefusal() throws Exception {
    try (Nobody nobody = new Nobody(pairing);
        Socket first = pairing.client().newSocket();
        Socket second = pairing.client().newSocket()) {
      first.bind(EndAddresses.anyClientPort());
      SocketAddress local = first.getLocalSocketAddress();
      assertThrows(ConnectException.class, () -> first.connect(nobody.address()));
      second.bind(local);
      assertEquals(local, second.getLocalSocketAddress());
    }
  }

  @Test
  void listenerThatHasClosedRefuses() throws Exception {
    try (Nobody nobody = new Nobody(pairing);
        ServerSocket l = Connected.listen(pairing.server());
        Socket holder = pairing.client().newSocket();
        Socket s = pairing.client().newSocket()) {
      SocketAddress address = l.getLocalSocketAddress();
      l.close();
      holder.setReuseAddress(true);
      holder.bind(address);
      assertThrows(ConnectException.class, () -> s.connect(address));
    }
  }

  @Test
  void connectToPortZero() {
    assertAsOracle(
        over -> {
          try (Socket s = over.client().newSocket()) {
            SocketAddress zero = EndAddresses.anyServerPort();
            return Outcome.of(() -> s.connect(zero)) + state(s);
          }
        });
  }

  @Test
  void unresolvedAddressIsAnUnknownHost() throws Exception {
    try (Socket s = pairing.client().newSocket()) {
      assertThrows(UnknownHostException.class, () -> s.connect(unresolved()));
    }
  }

  @Test
  void unknownHostIsWordedAsTheOracles() {
    assertAsOracle(
        over -> {
          try (Socket s = over.client().newSocket()) {
            return Outcome.of(() -> s.connect(unresolved()));
          }
        });
  }

  @Test
  void unknownHostIsWordedAsTheOraclesWithTimeout() {
    assertAsOracle(
        over -> {
          try (Socket s = over.client().newSocket()) {
            return Outcome.of(() -> s.connect(unresolved(), 10_000));
          }
        });
  }

  @Test
  void stateAfterUnknownHost() {
    assertAsOracle(
        over -> {
          try (Socket s = over.client().newSocket()) {
            assertThrows(UnknownHostException.class, () -> s.connect(unresolved()));
            return state(s);
          }
        });
  }

  @Test
  void secondConnectAfterUnknownHost() {
    assertAsOracle(
        over -> {
          try (ServerSocket l = Connected.listen(over.server());
              Socket s = over.client().newSocket()) {
            assertThrows(UnknownHostException.class, () -> s.connect(unresolved()));
            return Outcome.of(() -> s.connect(l.getLocalSocketAddress()));
          }
        });
  }

  @Test
  void connectTimesOutAndNotEarly() throws Exception {
    try (FullListener full = new FullListener(pairing);
        Socket s = pairing.client().newSocket()) {
      assertTimesOut(s, full, 100);
      assertFalse(s.isConnected());
    }
  }

  @Test
  void timeoutIsWordedAsTheOracles() {
    assertAsOracle(
        over -> {
          try (FullListener full = new FullListener(over);
              Socket s = over.client().newSocket()) {
            // Otherwise the JDK's exception has no message.
            return Outcome.of(() -> s.connect(full.address(), LONGER_MILLIS)) + state(s);
          }
        });
  }

  @Test
  void secondConnectAfterTimeout() {
    assertAsOracle(
        over -> {
          try (FullListener full = new FullListener(over);
              ServerSocket l = Connected.listen(over.server());
              Socket s = over.client().newSocket()) {
            // Otherwise the JDK does not close.
            assertThrows(
                SocketTimeoutException.class, () -> s.connect(full.address(), LONGER_MILLIS));
            return Outcome.of(() -> s.connect(l.getLocalSocketAddress(), 10_000));
          }
        });
  }

  @Test
  void closeEndsAConnectThatWaits() throws Exception {
    try (FullListener full = new FullListener(pairing);
        Socket s = pairing.client().newSocket()) {
      Attempt<Void> connecting = connecting(s, full.address(), 0);
      connecting.awaitBlockedIn("connect");
      s.close();
      assertEquals(CLOSED, connecting.outcome());
      assertTrue(s.isClosed());
    }
  }

  @Test
  void closeEndsAConnectThatWaitsWithTimeout() throws Exception {
    try (FullListener full = new FullListener(pairing);
        Socket s = pairing.client().newSocket()) {
      Attempt<Void> connecting = connecting(s, full.address(), 60_000);
      connecting.awaitBlockedIn("connect");
      s.close();
      assertEquals(CLOSED, connecting.outcome());
      assertFalse(s.isConnected());
    }
  }

  @Test
  void closeEndsEveryConnectThatWaits() throws Exception {
    try (FullListener full = new FullListener(pairing);
        Socket s = pairing.client().newSocket()) {
      Attempt<Void> first = connecting(s, full.address(), 0);
      first.awaitBlockedIn("connect");
      Attempt<Void> second = connecting(s, full.address(), 0);
      second.awaitBlockedIn("connect");
      s.close();
      assertEquals(CLOSED, first.outcome());
      assertEquals(CLOSED, second.outcome());
    }
  }

  @Test
  void interruptDoesNotEndAConnectThatWaits() throws Exception {
    try (FullListener full = new FullListener(pairing);
        Socket s = pairing.client().newSocket()) {
      Attempt<Void> connecting = connecting(s, full.address(), 0);
      connecting.awaitBlockedIn("connect");
      connecting.thread().interrupt();
      connecting.awaitBlockedIn("connect");
      assertFalse(s.isClosed());
      s.close();
      assertEquals(CLOSED, connecting.outcome());
    }
  }

  @Test
  void interruptDoesNotShortenTheTimeout() throws Exception {
    try (FullListener full = new FullListener(pairing);
        Socket s = pairing.client().newSocket()) {
      Thread.currentThread().interrupt();
      try {
        assertTimesOut(s, full, 50);
        assertTrue(Thread.currentThread().isInterrupted());
      } finally {
        Thread.interrupted();
      }
    }
  }

  @Test
  void closeWhileAConnectWaitsIsDoneAtOnce() throws Exception {
    try (FullListener full = new FullListener(pairing);
        Socket s = pairing.client().newSocket()) {
      Attempt<Void> connecting = connecting(s, full.address(), 0);
      connecting.awaitBlockedIn("connect");
      Attempt<Void> closing =
          Blocking.attempt(
              () -> {
                s.close();
                s.close();
                return null;
              });
      assertEquals(new Outcome("returned null"), closing.outcome());
      assertEquals(CLOSED, connecting.outcome());
    }
  }

  @Test
  void ipv4ListenerIsNotReachedOverIpv6() throws Exception {
    assumeTrue(Ipv6.hasLoopback());
    try (Nobody nobody = new Nobody(pairing);
        Socket s = pairing.client().newSocket()) {
      SocketAddress ipv6 = new InetSocketAddress(Ipv6.loopback(), nobody.port());
      assertThrows(ConnectException.class, () -> s.connect(ipv6));
    }
  }

  @Test
  void socketBoundToOneFamilyConnectsToTheOther() {
    assumeTrue(Ipv6.hasLoopback());
    assertAsOracle(
        over -> {
          try (ServerSocket l = Connected.listen(over.server());
              Socket s = over.client().newSocket()) {
            s.bind(new InetSocketAddress(Ipv6.loopback(), 0));
            return Outcome.of(() -> s.connect(l.getLocalSocketAddress()));
          }
        });
  }
}
