package jfs.nio;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.SocketOptions;
import java.net.StandardSocketOptions;
import java.nio.channels.NetworkChannel;

/**
 * The options of {@link SocketOptions} on a channel. The rules for values, and the messages for
 * values that break them, are those of the JDK's sockets.
 */
abstract class OptionsByNumber<C extends NetworkChannel> {

  final void set(C channel, int option, Object value) throws IOException {
    switch (option) {
      case SocketOptions.SO_LINGER ->
          setAny(channel, StandardSocketOptions.SO_LINGER, lingerValue(value));
      case SocketOptions.IP_TOS ->
          setAny(channel, StandardSocketOptions.IP_TOS, intValue(value, "IP_TOS"));
      case SocketOptions.TCP_NODELAY ->
          setAny(channel, StandardSocketOptions.TCP_NODELAY, booleanValue(value, "TCP_NODELAY"));
      case SocketOptions.SO_SNDBUF ->
          setAny(channel, StandardSocketOptions.SO_SNDBUF, positiveValue(value, "SO_SNDBUF"));
      case SocketOptions.SO_RCVBUF ->
          setAny(channel, StandardSocketOptions.SO_RCVBUF, positiveValue(value, "SO_RCVBUF"));
      case SocketOptions.SO_KEEPALIVE ->
          setAny(channel, StandardSocketOptions.SO_KEEPALIVE, booleanValue(value, "SO_KEEPALIVE"));
      case SocketOptions.SO_OOBINLINE ->
          setUrgentInline(channel, booleanValue(value, "SO_OOBINLINE"));
      case SocketOptions.SO_REUSEADDR ->
          setAny(channel, StandardSocketOptions.SO_REUSEADDR, booleanValue(value, "SO_REUSEADDR"));
      case SocketOptions.SO_REUSEPORT -> {
        ensureReusePort(channel);
        setAny(channel, StandardSocketOptions.SO_REUSEPORT, booleanValue(value, "SO_REUSEPORT"));
      }
      default -> throw unknown(option);
    }
  }

  final Object get(C channel, int option) throws IOException {
    return switch (option) {
      case SocketOptions.TCP_NODELAY -> getAny(channel, StandardSocketOptions.TCP_NODELAY, false);
      case SocketOptions.SO_OOBINLINE -> getUrgentInline(channel);
      case SocketOptions.SO_LINGER -> linger(channel);
      case SocketOptions.SO_REUSEADDR -> channel.getOption(StandardSocketOptions.SO_REUSEADDR);
      case SocketOptions.SO_BINDADDR -> boundAddress(channel);
      case SocketOptions.SO_SNDBUF -> getAny(channel, StandardSocketOptions.SO_SNDBUF, 0);
      case SocketOptions.SO_RCVBUF -> channel.getOption(StandardSocketOptions.SO_RCVBUF);
      case SocketOptions.IP_TOS -> getAny(channel, StandardSocketOptions.IP_TOS, 0);
      case SocketOptions.SO_KEEPALIVE -> getAny(channel, StandardSocketOptions.SO_KEEPALIVE, false);
      case SocketOptions.SO_REUSEPORT -> {
        ensureReusePort(channel);
        yield channel.getOption(StandardSocketOptions.SO_REUSEPORT);
      }
      default -> throw unknown(option);
    };
  }

  private Object linger(C channel) throws IOException {
    Integer seconds = getAny(channel, StandardSocketOptions.SO_LINGER, -1);
    return seconds == -1 ? Boolean.FALSE : seconds;
  }

  private static InetAddress boundAddress(NetworkChannel channel) throws IOException {
    InetSocketAddress bound = (InetSocketAddress) channel.getLocalAddress();
    return bound == null ? Wildcard.ADDRESS : bound.getAddress();
  }

  /** Sets an option that a channel of this kind may not have. */
  abstract <T> void setAny(C channel, SocketOption<T> option, T value) throws IOException;

  /** Returns an option that a channel of this kind may lack; {@code unset} if it was never set. */
  abstract <T> T getAny(C channel, SocketOption<T> option, T unset) throws IOException;

  /** SO_OOBINLINE, which is no {@link SocketOption}. */
  abstract void setUrgentInline(C channel, boolean on) throws IOException;

  /** SO_OOBINLINE, which is no {@link SocketOption}. */
  abstract boolean getUrgentInline(C channel) throws IOException;

  private static SocketException unknown(int option) {
    return new SocketException("Unknown option " + option);
  }

  private static void ensureReusePort(NetworkChannel channel) throws SocketException {
    if (!channel.supportedOptions().contains(StandardSocketOptions.SO_REUSEPORT)) {
      throw new SocketException("SO_REUSEPORT not supported");
    }
  }

  private static int lingerValue(Object value) throws SocketException {
    return Boolean.FALSE.equals(value) ? -1 : intValue(value, "SO_LINGER");
  }

  private static boolean booleanValue(Object value, String name) throws SocketException {
    if (value instanceof Boolean b) {
      return b;
    }
    throw new SocketException("Bad value for " + name);
  }

  static int intValue(Object value, String name) throws SocketException {
    if (value instanceof Integer i) {
      return i;
    }
    throw new SocketException("Bad value for " + name);
  }

  private static int positiveValue(Object value, String name) throws SocketException {
    int i = intValue(value, name);
    if (i <= 0) {
      throw new SocketException(name + " <= 0");
    }
    return i;
  }
}
