package jfs.contract;

import static jfs.contract.ExactFailures.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import jfs.contract.Stage.Staged;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/** The options of a socket that have their own getter and setter, at every stage. */
class OptionsContract extends Contract {

  /** Something done to a socket. */
  @FunctionalInterface
  private interface Use {
    Object of(Socket s) throws Exception;
  }

  /** The same use of a socket at the same stage has the same outcome as for the oracle. */
  private void assertAsOracle(Stage stage, Use use) {
    assertAsOracle(
        over -> {
          try (Staged at = stage.of(over)) {
            return use.of(at.socket());
          }
        });
  }

  /**
   * The kernel chooses the size of a connected socket by what it remembers of earlier connections.
   */
  private static String sendBufferSize(Socket s) throws SocketException {
    int size = s.getSendBufferSize();
    return s.isConnected() ? "positive " + (size > 0) : Integer.toString(size);
  }

  @ParameterizedTest
  @EnumSource
  void defaults(Stage stage) {
    assertAsOracle(
        stage,
        s ->
            String.join(
                ", ",
                "noDelay " + Outcome.of(s::getTcpNoDelay),
                "linger " + Outcome.of(s::getSoLinger),
                "timeout " + Outcome.of(s::getSoTimeout),
                "keepAlive " + Outcome.of(s::getKeepAlive),
                "inline " + Outcome.of(s::getOOBInline),
                "reuse " + Outcome.of(s::getReuseAddress),
                "send " + Outcome.of(() -> sendBufferSize(s)),
                "receive " + Outcome.of(s::getReceiveBufferSize)));
  }

  @ParameterizedTest
  @EnumSource
  void defaultTrafficClass(Stage stage) {
    assertAsOracle(stage, s -> Outcome.of(s::getTrafficClass));
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"CLOSED", "PEER_GONE"})
  void tcpNoDelayIsKept(Stage stage) throws Exception {
    try (Staged at = stage.of(pairing)) {
      at.socket().setTcpNoDelay(true);
      assertTrue(at.socket().getTcpNoDelay());
      at.socket().setTcpNoDelay(false);
      assertFalse(at.socket().getTcpNoDelay());
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"CLOSED", "PEER_GONE"})
  void keepAliveIsKept(Stage stage) throws Exception {
    try (Staged at = stage.of(pairing)) {
      at.socket().setKeepAlive(true);
      assertTrue(at.socket().getKeepAlive());
      at.socket().setKeepAlive(false);
      assertFalse(at.socket().getKeepAlive());
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"CLOSED", "PEER_GONE"})
  void oobInlineIsKept(Stage stage) throws Exception {
    try (Staged at = stage.of(pairing)) {
      assertFalse(at.socket().getOOBInline());
      at.socket().setOOBInline(true);
      assertTrue(at.socket().getOOBInline());
      at.socket().setOOBInline(false);
      assertFalse(at.socket().getOOBInline());
    }
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CLOSED")
  void timeoutIsKept(Stage stage) throws Exception {
    try (Staged at = stage.of(pairing)) {
      assertEquals(0, at.socket().getSoTimeout());
      for (int timeout : new int[] {1, 4711, Integer.MAX_VALUE, 0}) {
        at.socket().setSoTimeout(timeout);
        assertEquals(timeout, at.socket().getSoTimeout());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"CLOSED", "PEER_GONE"})
  void lingerIsKept(Stage stage) throws Exception {
    try (Staged at = stage.of(pairing)) {
      assertEquals(-1, at.socket().getSoLinger());
      at.socket().setSoLinger(true, 5);
      assertEquals(5, at.socket().getSoLinger());
      at.socket().setSoLinger(true, 0);
      assertEquals(0, at.socket().getSoLinger());
      at.socket().setSoLinger(false, 5);
      assertEquals(-1, at.socket().getSoLinger());
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"CLOSED", "PEER_GONE"})
  void lingerOffTakesAnyTime(Stage stage) throws Exception {
    try (Staged at = stage.of(pairing)) {
      at.socket().setSoLinger(false, -7);
      assertEquals(-1, at.socket().getSoLinger());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {32_767, 32_768, 65_535, 65_536, Integer.MAX_VALUE})
  void largeLinger(int seconds) {
    assertAsOracle(
        Stage.NEW,
        s -> {
          s.setSoLinger(true, seconds);
          return s.getSoLinger();
        });
  }

  @Test
  void negativeLinger() throws Exception {
    try (Socket s = pairing.client().newSocket()) {
      assertFails(
          IllegalArgumentException.class,
          "invalid value for SO_LINGER",
          () -> s.setSoLinger(true, -1));
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"CLOSED", "PEER_GONE"})
  void reuseAddressIsKept(Stage stage) throws Exception {
    try (Staged at = stage.of(pairing)) {
      at.socket().setReuseAddress(true);
      assertTrue(at.socket().getReuseAddress());
      at.socket().setReuseAddress(false);
      assertFalse(at.socket().getReuseAddress());
    }
  }

  @ParameterizedTest
  @EnumSource
  void sendBufferSizes(Stage stage) {
    assertAsOracle(
        stage,
        s -> {
          StringBuilder sizes = new StringBuilder();
          for (int size : new int[] {1, 4096, 100_000, Integer.MAX_VALUE}) {
            sizes.append(Outcome.of(() -> s.setSendBufferSize(size)));
            sizes.append(Outcome.of(s::getSendBufferSize));
          }
          return sizes;
        });
  }

  @ParameterizedTest
  @EnumSource
  void receiveBufferSizes(Stage stage) {
    assertAsOracle(
        stage,
        s -> {
          StringBuilder sizes = new StringBuilder();
          for (int size : new int[] {1, 4096, 100_000, Integer.MAX_VALUE}) {
            sizes.append(Outcome.of(() -> s.setReceiveBufferSize(size)));
            sizes.append(Outcome.of(s::getReceiveBufferSize));
          }
          return sizes;
        });
  }

  @ParameterizedTest
  @EnumSource
  void trafficClasses(Stage stage) {
    assertAsOracle(
        stage,
        s -> {
          StringBuilder classes = new StringBuilder();
          for (int tc : new int[] {0, 2, 0x10, 0x1c, 0xff}) {
            classes.append(Outcome.of(() -> s.setTrafficClass(tc)));
            classes.append(Outcome.of(s::getTrafficClass));
          }
          return classes;
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"PEER_GONE", "CLOSED"})
  void settersOnceTheConnectionHasEnded(Stage stage) {
    assertAsOracle(
        stage,
        s ->
            String.join(
                ", ",
                Outcome.of(() -> s.setTcpNoDelay(true)) + " " + Outcome.of(s::getTcpNoDelay),
                Outcome.of(() -> s.setSoLinger(true, 1)) + " " + Outcome.of(s::getSoLinger),
                Outcome.of(() -> s.setSoLinger(false, 1)) + " " + Outcome.of(s::getSoLinger),
                Outcome.of(() -> s.setKeepAlive(true)) + " " + Outcome.of(s::getKeepAlive),
                Outcome.of(() -> s.setOOBInline(true)) + " " + Outcome.of(s::getOOBInline),
                Outcome.of(() -> s.setReuseAddress(true)) + " " + Outcome.of(s::getReuseAddress)));
  }

  @Test
  void valuesOutOfRange() throws Exception {
    try (Socket s = pairing.client().newSocket()) {
      assertFails(
          IllegalArgumentException.class, "timeout can't be negative", () -> s.setSoTimeout(-1));
      assertFails(
          IllegalArgumentException.class, "negative send size", () -> s.setSendBufferSize(0));
      assertFails(
          IllegalArgumentException.class, "negative send size", () -> s.setSendBufferSize(-1));
      assertFails(
          IllegalArgumentException.class, "invalid receive size", () -> s.setReceiveBufferSize(0));
      assertFails(
          IllegalArgumentException.class, "invalid receive size", () -> s.setReceiveBufferSize(-1));
      assertFails(
          IllegalArgumentException.class,
          "tc is not in range 0 -- 255",
          () -> s.setTrafficClass(256));
      assertFails(
          IllegalArgumentException.class,
          "tc is not in range 0 -- 255",
          () -> s.setTrafficClass(-1));
    }
  }

  @Test
  void closedSocketTakesNoOption() throws Exception {
    try (Connected c = connect()) {
      Socket s = c.client;
      s.close();
      String closed = "Socket is closed";
      assertFails(SocketException.class, closed, () -> s.setTcpNoDelay(true));
      assertFails(SocketException.class, closed, () -> s.setSoLinger(true, 1));
      assertFails(SocketException.class, closed, () -> s.setSoTimeout(1));
      assertFails(SocketException.class, closed, () -> s.setKeepAlive(true));
      assertFails(SocketException.class, closed, () -> s.setOOBInline(true));
      assertFails(SocketException.class, closed, () -> s.setReuseAddress(true));
      assertFails(SocketException.class, closed, () -> s.setSendBufferSize(1));
      assertFails(SocketException.class, closed, () -> s.setReceiveBufferSize(1));
      assertFails(SocketException.class, closed, () -> s.setTrafficClass(1));
    }
  }

  @Test
  void closedSocketTellsNoOption() throws Exception {
    try (Connected c = connect()) {
      Socket s = c.server;
      s.close();
      String closed = "Socket is closed";
      assertFails(SocketException.class, closed, s::getTcpNoDelay);
      assertFails(SocketException.class, closed, s::getSoLinger);
      assertFails(SocketException.class, closed, s::getSoTimeout);
      assertFails(SocketException.class, closed, s::getKeepAlive);
      assertFails(SocketException.class, closed, s::getOOBInline);
      assertFails(SocketException.class, closed, s::getReuseAddress);
      assertFails(SocketException.class, closed, s::getSendBufferSize);
      assertFails(SocketException.class, closed, s::getReceiveBufferSize);
    }
  }

  @Test
  void socketClosedBeforeItWasUsedTakesNoOption() throws Exception {
    try (Socket s = pairing.client().newSocket()) {
      s.close();
      assertFails(SocketException.class, "Socket is closed", () -> s.setTcpNoDelay(true));
      assertFails(SocketException.class, "Socket is closed", s::getSoTimeout);
    }
  }

  @Test
  void optionsSurviveConnect() throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server());
        Socket s = pairing.client().newSocket()) {
      s.setTcpNoDelay(true);
      s.setSoLinger(true, 3);
      s.setSoTimeout(12_345);
      s.setKeepAlive(true);
      s.setOOBInline(true);
      s.setReuseAddress(true);
      s.connect(l.getLocalSocketAddress());
      assertTrue(s.getTcpNoDelay());
      assertEquals(3, s.getSoLinger());
      assertEquals(12_345, s.getSoTimeout());
      assertTrue(s.getKeepAlive());
      assertTrue(s.getOOBInline());
      assertTrue(s.getReuseAddress());
    }
  }

  @Test
  void sizesAndTrafficClassSurviveConnect() {
    assertAsOracle(
        over -> {
          try (ServerSocket l = Connected.listen(over.server());
              Socket s = over.client().newSocket()) {
            s.setSendBufferSize(20_000);
            s.setReceiveBufferSize(30_000);
            s.setTrafficClass(0x10);
            s.connect(l.getLocalSocketAddress());
            return s.getSendBufferSize()
                + " "
                + s.getReceiveBufferSize()
                + " "
                + s.getTrafficClass();
          }
        });
  }

  @Test
  void optionsOfOneEndAreNotThePeers() throws Exception {
    try (Connected c = connect()) {
      c.client.setTcpNoDelay(true);
      c.client.setSoTimeout(77);
      c.client.setOOBInline(true);
      c.client.setKeepAlive(true);
      assertFalse(c.server.getTcpNoDelay());
      assertEquals(0, c.server.getSoTimeout());
      assertFalse(c.server.getOOBInline());
      assertFalse(c.server.getKeepAlive());
    }
  }

  @ParameterizedTest
  @EnumSource
  void performancePreferencesAreHarmless(Stage stage) throws Exception {
    try (Staged at = stage.of(pairing)) {
      at.socket().setPerformancePreferences(0, 1, 2);
      at.socket().setPerformancePreferences(-1, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }
  }

  @Test
  void bytesPassWhateverThePreferences() throws Exception {
    try (ServerSocket l = pairing.server().newServerSocket();
        Socket s = pairing.client().newSocket()) {
      l.setPerformancePreferences(0, 0, 1);
      l.bind(null);
      s.setPerformancePreferences(1, 0, 0);
      s.connect(l.getLocalSocketAddress());
      try (Socket a = l.accept()) {
        a.setPerformancePreferences(0, 1, 0);
        s.getOutputStream().write(5);
        assertEquals(5, a.getInputStream().read());
      }
    }
  }
}
