package jfs.contract;

import static jfs.contract.ExactFailures.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.net.ExtendedSocketOptions;
import jfs.contract.Stage.Staged;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code setOption}, {@code getOption} and {@code supportedOptions} of a socket. */
class GenericOptionsContract extends Contract {

  private static final class OwnOption implements SocketOption<String> {
    @Override
    public String name() {
      return "OWN";
    }

    @Override
    public Class<String> type() {
      return String.class;
    }
  }

  static Stream<SocketOption<?>> supported() throws IOException {
    try (Socket s = KindPairings.ORACLE.client().newSocket()) {
      return s.supportedOptions().stream().sorted(Comparator.comparing(SocketOption::name));
    }
  }

  // A set itself would be compared by the order of its words.
  static Set<String> names(Set<SocketOption<?>> options) {
    return options.stream().map(SocketOption::name).collect(Collectors.toCollection(TreeSet::new));
  }

  @SuppressWarnings("unchecked") // wrong types are the point
  private static SocketOption<Object> any(SocketOption<?> option) {
    return (SocketOption<Object>) option;
  }

  private static List<?> values(SocketOption<?> option) {
    return option.type() == Boolean.class
        ? List.of(true, false)
        : List.of(0, 1, 5, 100, 5000, 100_000, -1, Integer.MAX_VALUE);
  }

  /** Sets every value and reads it back. */
  private void assertRoundTrips(Stage stage, SocketOption<?> option) {
    assertAsOracle(
        over -> {
          try (Staged at = stage.of(over)) {
            Socket s = at.socket();
            StringBuilder seen = new StringBuilder();
            for (Object value : values(option)) {
              Outcome set = Outcome.of(() -> s.setOption(any(option), value) == s);
              Outcome get = Outcome.of(() -> s.getOption(option));
              seen.append(value).append(": ").append(set).append(" ").append(get).append("; ");
            }
            return seen;
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void supportedOptionsAreTheOracles(Stage stage) {
    assertAsOracle(
        over -> {
          try (Staged at = stage.of(over)) {
            return names(at.socket().supportedOptions());
          }
        });
  }

  @Test
  void supportedOptionsCannotBeChanged() throws Exception {
    try (Socket s = pairing.client().newSocket()) {
      Set<SocketOption<?>> options = s.supportedOptions();
      assertThrows(UnsupportedOperationException.class, options::clear);
      assertTrue(options.contains(StandardSocketOptions.TCP_NODELAY));
    }
  }

  @Test
  void supportedOptionsOfASocketClosedBeforeItWasUsed() {
    assertAsOracle(
        over -> {
          try (Socket s = over.client().newSocket()) {
            s.close();
            return s.supportedOptions().isEmpty();
          }
        });
  }

  @ParameterizedTest
  @MethodSource("supported")
  void defaults(SocketOption<?> option) {
    assertAsOracle(
        over -> {
          try (Socket s = over.client().newSocket()) {
            return s.getOption(option);
          }
        });
  }

  @ParameterizedTest
  @MethodSource("supported")
  void newSocketKeepsWhatItCan(SocketOption<?> option) {
    assertRoundTrips(Stage.NEW, option);
  }

  @ParameterizedTest
  @MethodSource("supported")
  void connectedSocketKeepsWhatItCan(SocketOption<?> option) {
    assertRoundTrips(Stage.CONNECTED, option);
  }

  @ParameterizedTest
  @MethodSource("supported")
  void acceptedSocketKeepsWhatItCan(SocketOption<?> option) {
    assertRoundTrips(Stage.ACCEPTED, option);
  }

  @ParameterizedTest
  @MethodSource("supported")
  void closedSocketKeepsNothing(SocketOption<?> option) throws Exception {
    try (Staged at = Stage.CLOSED.of(pairing)) {
      Socket s = at.socket();
      Object value = values(option).get(0);
      assertFails(SocketException.class, "Socket is closed", () -> s.setOption(any(option), value));
      assertFails(SocketException.class, "Socket is closed", () -> s.getOption(option));
    }
  }

  @ParameterizedTest
  @MethodSource("supported")
  void optionSurvivesConnect(SocketOption<?> option) {
    assertAsOracle(
        over -> {
          try (ServerSocket l = Connected.listen(over.server());
              Socket s = over.client().newSocket()) {
            Outcome set = Outcome.of(() -> s.setOption(any(option), values(option).get(1)) == s);
            s.connect(l.getLocalSocketAddress());
            return set + " " + s.getOption(option);
          }
        });
  }

  @ParameterizedTest
  @MethodSource("supported")
  void valueOfTheWrongType(SocketOption<?> option) {
    assertAsOracle(
        over -> {
          try (Socket s = over.client().newSocket()) {
            return Outcome.of(() -> s.setOption(any(option), "x"));
          }
        });
  }

  @ParameterizedTest
  @MethodSource("supported")
  void valueOfNull(SocketOption<?> option) {
    assertAsOracle(
        over -> {
          try (Socket s = over.client().newSocket()) {
            return Outcome.of(() -> s.setOption(any(option), null));
          }
        });
  }

  @Test
  void integerForABooleanIsRefused() throws Exception {
    try (Socket s = pairing.client().newSocket()) {
      assertThrows(
          IllegalArgumentException.class,
          () -> s.setOption(any(StandardSocketOptions.TCP_NODELAY), 1));
      assertFalse(s.getTcpNoDelay());
    }
  }

  @Test
  void setOptionAnswersTheSocket() throws Exception {
    try (Socket s = pairing.client().newSocket()) {
      assertSame(s, s.setOption(StandardSocketOptions.TCP_NODELAY, true));
    }
  }

  @Test
  void optionOfNull() throws Exception {
    try (Socket s = pairing.client().newSocket()) {
      assertThrows(NullPointerException.class, () -> s.setOption(null, true));
      assertThrows(NullPointerException.class, () -> s.getOption(null));
    }
  }

  @Test
  void nullIsRefusedBeforeClosed() throws Exception {
    try (Socket s = pairing.client().newSocket()) {
      s.close();
      assertThrows(NullPointerException.class, () -> s.setOption(null, true));
      assertThrows(NullPointerException.class, () -> s.getOption(null));
    }
  }

  @Test
  void optionOfDatagramsIsNotSupported() throws Exception {
    try (Socket s = pairing.client().newSocket()) {
      SocketOption<Integer> option = StandardSocketOptions.IP_MULTICAST_TTL;
      assertFails(
          UnsupportedOperationException.class,
          "'IP_MULTICAST_TTL' not supported",
          () -> s.setOption(option, 1));
      assertFails(
          UnsupportedOperationException.class,
          "'IP_MULTICAST_TTL' not supported",
          () -> s.getOption(option));
    }
  }

  @ParameterizedTest
  @EnumSource
  void optionOfAProgramsOwnIsNotSupported(Stage stage) {
    assertAsOracle(
        over -> {
          try (Staged at = stage.of(over)) {
            SocketOption<String> own = new OwnOption();
            Class<?> set = thrown(() -> at.socket().setOption(own, "x"));
            return set + " " + thrown(() -> at.socket().getOption(own));
          }
        });
  }

  private static Class<?> thrown(Outcome.Action action) {
    try {
      action.run();
      return null;
    } catch (Exception e) {
      return e.getClass();
    }
  }

  @Test
  void unsupportedOptionIsRefusedBeforeANullValue() throws Exception {
    try (Socket s = pairing.client().newSocket()) {
      assertThrows(
          UnsupportedOperationException.class,
          () -> s.setOption(StandardSocketOptions.IP_MULTICAST_IF, null));
    }
  }

  @Test
  void bothWaysToAnOptionAgree() throws Exception {
    try (Connected c = connect()) {
      Socket s = c.client;
      s.setTcpNoDelay(true);
      assertTrue(s.getOption(StandardSocketOptions.TCP_NODELAY));
      s.setOption(StandardSocketOptions.TCP_NODELAY, false);
      assertFalse(s.getTcpNoDelay());
      s.setSoLinger(true, 4);
      assertEquals(4, s.getOption(StandardSocketOptions.SO_LINGER));
      s.setOption(StandardSocketOptions.SO_LINGER, -1);
      assertEquals(-1, s.getSoLinger());
      s.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
      assertTrue(s.getKeepAlive());
      s.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      assertTrue(s.getReuseAddress());
      s.setOption(StandardSocketOptions.SO_SNDBUF, 50_000);
      assertEquals(s.getSendBufferSize(), s.getOption(StandardSocketOptions.SO_SNDBUF));
      s.setOption(StandardSocketOptions.SO_RCVBUF, 50_000);
      assertEquals(s.getReceiveBufferSize(), s.getOption(StandardSocketOptions.SO_RCVBUF));
      s.setOption(StandardSocketOptions.IP_TOS, 0x10);
      assertEquals(s.getTrafficClass(), s.getOption(StandardSocketOptions.IP_TOS));
    }
  }

  @Test
  void keepAliveTimesAreKept() throws Exception {
    try (Connected c = connect()) {
      Socket s = c.client;
      assumeTrue(s.supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE));
      s.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, 30);
      s.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, 5);
      s.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, 3);
      assertEquals(30, s.getOption(ExtendedSocketOptions.TCP_KEEPIDLE));
      assertEquals(5, s.getOption(ExtendedSocketOptions.TCP_KEEPINTERVAL));
      assertEquals(3, s.getOption(ExtendedSocketOptions.TCP_KEEPCOUNT));
    }
  }

  @Test
  void portIsSharedIfAllWantIt() throws Exception {
    try (ServerSocket l = Connected.listen(pairing.server());
        Socket first = pairing.client().newSocket();
        Socket second = pairing.client().newSocket()) {
      assumeTrue(first.supportedOptions().contains(StandardSocketOptions.SO_REUSEPORT));
      first.setOption(StandardSocketOptions.SO_REUSEPORT, true);
      second.setOption(StandardSocketOptions.SO_REUSEPORT, true);
      first.bind(null);
      first.connect(l.getLocalSocketAddress());
      second.bind(new InetSocketAddress(first.getLocalPort()));
      assertEquals(first.getLocalPort(), second.getLocalPort());
    }
  }
}
