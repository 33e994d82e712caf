package jfs.nio;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The options of one listener.
 *
 * <p>The kernel lets a listening socket have any option of a connection, and accepted connections
 * inherit them. {@link ServerSocketChannel} has only a few options, and IP_TOS is not among them.
 * This class remembers the options that the channel lacks, and sets them on each accepted
 * connection. One thing differs from the JDK's server sockets: the packets of the handshake do not
 * carry these options.
 */
final class ListenerOptions extends OptionsByNumber<ServerSocketChannel> {

  /** Set by any thread, read by those that accept. */
  private final Map<SocketOption<?>, Object> remembered = new ConcurrentHashMap<>();

  private volatile boolean urgentInline;

  /** What the JDK's server sockets support. */
  static final class Supported {
    static final Set<SocketOption<?>> OPTIONS = find();

    private Supported() {}

    private static Set<SocketOption<?>> find() {
      try (ServerSocketChannel any = ServerSocketChannel.open()) {
        Set<SocketOption<?>> options = new HashSet<>(any.supportedOptions());
        options.add(StandardSocketOptions.IP_TOS);
        return Set.copyOf(options);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  <T> void setAny(ServerSocketChannel channel, SocketOption<T> option, T value) throws IOException {
    if (channel.supportedOptions().contains(option)) {
      channel.setOption(option, value);
      return;
    }
    ensureOpen(channel);
    // A socket can tell what the kernel makes of the value, and whether it accepts the value.
    try (SocketChannel any = SocketChannel.open()) {
      any.setOption(option, value);
      remembered.put(option, any.getOption(option));
    }
  }

  @Override
  <T> T getAny(ServerSocketChannel channel, SocketOption<T> option, T unset) throws IOException {
    if (channel.supportedOptions().contains(option)) {
      return channel.getOption(option);
    }
    ensureOpen(channel);
    return option.type().cast(remembered.getOrDefault(option, unset));
  }

  @Override
  void setUrgentInline(ServerSocketChannel channel, boolean on) throws IOException {
    ensureOpen(channel);
    urgentInline = on;
  }

  @Override
  boolean getUrgentInline(ServerSocketChannel channel) throws IOException {
    ensureOpen(channel);
    return urgentInline;
  }

  private static void ensureOpen(ServerSocketChannel channel) throws SocketException {
    if (!channel.isOpen()) {
      throw Lifecycle.closed();
    }
  }

  /** Sets on an accepted connection what it would have inherited. */
  void applyTo(SocketChannel accepted) throws IOException {
    for (Map.Entry<SocketOption<?>, Object> entry : remembered.entrySet()) {
      apply(accepted, entry.getKey(), entry.getValue());
    }
    if (urgentInline) {
      accepted.socket().setOOBInline(true);
    }
  }

  private static <T> void apply(SocketChannel accepted, SocketOption<T> option, Object value)
      throws IOException {
    accepted.setOption(option, option.type().cast(value));
  }
}
