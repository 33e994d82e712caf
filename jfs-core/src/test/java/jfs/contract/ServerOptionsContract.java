package jfs.contract;

import static jfs.contract.ExactFailures.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The options of a server socket, and which of them its connections inherit. */
class ServerOptionsContract extends Contract {

  private static SocketAddress anyPort() {
    return EndAddresses.anyServerPort();
  }

  static Stream<SocketOption<?>> supported() throws IOException {
    try (ServerSocket l = KindPairings.ORACLE.server().newServerSocket()) {
      return l.supportedOptions().stream().sorted(Comparator.comparing(SocketOption::name));
    }
  }

  @SuppressWarnings("unchecked") // wrong types are the point
  private static SocketOption<Object> any(SocketOption<?> option) {
    return (SocketOption<Object>) option;
  }

  private static List<?> values(SocketOption<?> option) {
    return option.type() == Boolean.class
        ? List.of(true, false)
        : List.of(0, 1, 5, 5000, 100_000, -1);
  }

  private ServerSocket unbound() throws IOException {
    return pairing.server().newServerSocket();
  }

  /** A setting made before bind, as an accepted connection shows it. */
  @FunctionalInterface
  private interface Setting {
    void on(ServerSocket l) throws IOException;
  }

  private void assertInheritedAsOracle(Setting setting, SocketOption<?>... options) {
    assertAsOracle(
        over -> {
          try (ServerSocket l = over.server().newServerSocket();
              Socket s = over.client().newSocket()) {
            setting.on(l);
            l.bind(anyPort());
            s.connect(l.getLocalSocketAddress());
            try (Socket a = l.accept()) {
              StringBuilder seen = new StringBuilder();
              for (SocketOption<?> option : options) {
                seen.append(Outcome.of(() -> a.getOption(option))).append(" ");
              }
              return seen;
            }
          }
        });
  }

  @Test
  void defaults() {
    assertAsOracle(
        over -> {
          try (ServerSocket l = over.server().newServerSocket()) {
            return l.getSoTimeout() + " " + l.getReuseAddress() + " " + l.getReceiveBufferSize();
          }
        });
  }

  @Test
  void timeoutIsKept() throws Exception {
    try (ServerSocket l = unbound()) {
      assertEquals(0, l.getSoTimeout());
      l.setSoTimeout(4711);
      assertEquals(4711, l.getSoTimeout());
      l.bind(anyPort());
      assertEquals(4711, l.getSoTimeout());
      l.setSoTimeout(Integer.MAX_VALUE);
      assertEquals(Integer.MAX_VALUE, l.getSoTimeout());
      l.setSoTimeout(0);
      assertEquals(0, l.getSoTimeout());
    }
  }

  @Test
  void reuseAddressIsKept() throws Exception {
    try (ServerSocket l = unbound()) {
      l.setReuseAddress(false);
      assertFalse(l.getReuseAddress());
      l.setReuseAddress(true);
      assertTrue(l.getReuseAddress());
      l.bind(anyPort());
      assertTrue(l.getReuseAddress());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4096, 100_000, Integer.MAX_VALUE})
  void receiveBufferSizeIsKept(int size) {
    assertAsOracle(
        over -> {
          try (ServerSocket l = over.server().newServerSocket()) {
            l.setReceiveBufferSize(size);
            int before = l.getReceiveBufferSize();
            l.bind(anyPort());
            return before + " " + l.getReceiveBufferSize();
          }
        });
  }

  @Test
  void valuesOutOfRange() throws Exception {
    try (ServerSocket l = unbound()) {
      assertFails(IllegalArgumentException.class, "timeout < 0", () -> l.setSoTimeout(-1));
      assertFails(
          IllegalArgumentException.class, "negative receive size", () -> l.setReceiveBufferSize(0));
      assertFails(
          IllegalArgumentException.class,
          "negative receive size",
          () -> l.setReceiveBufferSize(-1));
    }
  }

  @Test
  void closedListenerTakesAndTellsNoOption() throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server())) {
      l.close();
      String closed = "Socket is closed";
      assertFails(SocketException.class, closed, () -> l.setSoTimeout(1));
      assertFails(SocketException.class, closed, () -> l.setReuseAddress(true));
      assertFails(SocketException.class, closed, () -> l.setReceiveBufferSize(1));
      assertFails(SocketException.class, closed, l::getSoTimeout);
      assertFails(SocketException.class, closed, l::getReuseAddress);
      assertFails(SocketException.class, closed, l::getReceiveBufferSize);
    }
  }

  @Test
  void listenerClosedBeforeBindTakesNoOption() throws Exception {
    try (ServerSocket l = unbound()) {
      l.close();
      assertFails(SocketException.class, "Socket is closed", () -> l.setSoTimeout(1));
      assertFails(SocketException.class, "Socket is closed", l::getReuseAddress);
    }
  }

  @Test
  void supportedOptionsAreTheOracles() {
    assertAsOracle(
        over -> {
          try (ServerSocket l = Connected.listen(over.server())) {
            return GenericOptionsContract.names(l.supportedOptions());
          }
        });
  }

  @Test
  void supportedOptionsAfterClose() {
    assertAsOracle(
        over -> {
          try (ServerSocket l = Connected.listen(over.server())) {
            l.close();
            return GenericOptionsContract.names(l.supportedOptions());
          }
        });
  }

  @Test
  void supportedOptionsCannotBeChanged() throws Exception {
    try (ServerSocket l = unbound()) {
      Set<SocketOption<?>> options = l.supportedOptions();
      assertThrows(UnsupportedOperationException.class, options::clear);
    }
  }

  @ParameterizedTest
  @MethodSource("supported")
  void unboundListenerKeepsWhatItCan(SocketOption<?> option) {
    assertRoundTrips(false, option);
  }

  @ParameterizedTest
  @MethodSource("supported")
  void boundListenerKeepsWhatItCan(SocketOption<?> option) {
    assertRoundTrips(true, option);
  }

  private void assertRoundTrips(boolean bound, SocketOption<?> option) {
    assertAsOracle(
        over -> {
          try (ServerSocket l = over.server().newServerSocket()) {
            if (bound) {
              l.bind(anyPort());
            }
            StringBuilder seen = new StringBuilder();
            seen.append(Outcome.of(() -> l.getOption(option)));
            for (Object value : values(option)) {
              Outcome set = Outcome.of(() -> l.setOption(any(option), value) == l);
              Outcome get = Outcome.of(() -> l.getOption(option));
              seen.append(value).append(": ").append(set).append(" ").append(get).append("; ");
            }
            return seen;
          }
        });
  }

  @ParameterizedTest
  @MethodSource("supported")
  void closedListenerKeepsNothing(SocketOption<?> option) throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server())) {
      l.close();
      Object value = values(option).get(0);
      assertFails(SocketException.class, "Socket is closed", () -> l.setOption(any(option), value));
      assertFails(SocketException.class, "Socket is closed", () -> l.getOption(option));
    }
  }

  @ParameterizedTest
  @MethodSource("supported")
  void valuesOfTheWrongType(SocketOption<?> option) {
    assertAsOracle(
        over -> {
          try (ServerSocket l = over.server().newServerSocket()) {
            return Outcome.of(() -> l.setOption(any(option), "x"))
                + " "
                + Outcome.of(() -> l.setOption(any(option), null));
          }
        });
  }

  @Test
  void optionOfNull() throws Exception {
    try (ServerSocket l = unbound()) {
      assertThrows(NullPointerException.class, () -> l.setOption(null, true));
      assertThrows(NullPointerException.class, () -> l.getOption(null));
    }
  }

  @Test
  void setOptionAnswersTheListener() throws Exception {
    try (ServerSocket l = unbound()) {
      assertSame(l, l.setOption(StandardSocketOptions.SO_REUSEADDR, true));
    }
  }

  @Test
  void optionsOfConnectionsAreNotTheListeners() {
    assertAsOracle(
        over -> {
          try (ServerSocket l = over.server().newServerSocket()) {
            return Outcome.of(() -> l.setOption(StandardSocketOptions.TCP_NODELAY, true))
                + " "
                + Outcome.of(() -> l.getOption(StandardSocketOptions.SO_LINGER))
                + " "
                + Outcome.of(() -> l.setOption(StandardSocketOptions.SO_SNDBUF, 1))
                + " "
                + Outcome.of(() -> l.getOption(StandardSocketOptions.SO_KEEPALIVE));
          }
        });
  }

  @Test
  void optionOfDatagramsIsNotSupported() throws Exception {
    try (ServerSocket l = unbound()) {
      assertFails(
          UnsupportedOperationException.class,
          "'IP_MULTICAST_LOOP' not supported",
          () -> l.getOption(StandardSocketOptions.IP_MULTICAST_LOOP));
    }
  }

  @Test
  void acceptedSocketInheritsTheReceiveBufferSize() {
    assertInheritedAsOracle(l -> l.setReceiveBufferSize(20_000), StandardSocketOptions.SO_RCVBUF);
  }

  @Test
  void acceptedSocketInheritsReuseAddress() {
    assertInheritedAsOracle(l -> l.setReuseAddress(true), StandardSocketOptions.SO_REUSEADDR);
    assertInheritedAsOracle(l -> l.setReuseAddress(false), StandardSocketOptions.SO_REUSEADDR);
  }

  @Test
  void acceptedSocketInheritsTheTrafficClass() {
    assertInheritedAsOracle(
        l -> Outcome.of(() -> l.setOption(StandardSocketOptions.IP_TOS, 0x10)),
        StandardSocketOptions.IP_TOS);
  }

  @Test
  void whatElseAnAcceptedSocketHas() {
    assertInheritedAsOracle(
        l -> l.setSoTimeout(5000),
        StandardSocketOptions.TCP_NODELAY,
        StandardSocketOptions.SO_KEEPALIVE,
        StandardSocketOptions.SO_LINGER,
        StandardSocketOptions.SO_RCVBUF);
  }

  @Test
  void listenersShareAPortIfAllWantIt() {
    assertAsOracle(
        over -> {
          try (ServerSocket first = over.server().newServerSocket();
              ServerSocket second = over.server().newServerSocket()) {
            first.setOption(StandardSocketOptions.SO_REUSEPORT, true);
            second.setOption(StandardSocketOptions.SO_REUSEPORT, true);
            first.bind(anyPort());
            return Outcome.of(() -> second.bind(first.getLocalSocketAddress()));
          }
        });
  }

  @Test
  void performancePreferencesAreHarmless() throws Exception {
    try (ServerSocket l = unbound()) {
      l.setPerformancePreferences(1, 2, 3);
      l.bind(anyPort());
      l.setPerformancePreferences(-1, Integer.MAX_VALUE, 0);
      l.close();
      l.setPerformancePreferences(0, 0, 0);
    }
  }
}
