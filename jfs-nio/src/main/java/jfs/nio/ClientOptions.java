package jfs.nio;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketOption;
import java.nio.channels.SocketChannel;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The options of a connection: all are options of the channel, SO_OOBINLINE of its adaptor. */
final class ClientOptions extends OptionsByNumber<SocketChannel> {

  static final ClientOptions INSTANCE = new ClientOptions();

  private ClientOptions() {}

  /** What the JDK's sockets support; looked up once, also for sockets that do not exist yet. */
  static final class Supported {
    static final Set<SocketOption<?>> OPTIONS = find();

    private Supported() {}

    private static Set<SocketOption<?>> find() {
      // The channel has one more than a socket has, for its adaptor.
      Predicate<SocketOption<?>> isPublic = option -> !option.name().equals("SO_OOBINLINE");
      try (SocketChannel any = SocketChannel.open()) {
        return any.supportedOptions().stream()
            .filter(isPublic)
            .collect(Collectors.toUnmodifiableSet());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  <T> void setAny(SocketChannel channel, SocketOption<T> option, T value) throws IOException {
    channel.setOption(option, value);
  }

  @Override
  <T> T getAny(SocketChannel channel, SocketOption<T> option, T unset) throws IOException {
    return channel.getOption(option);
  }

  @Override
  void setUrgentInline(SocketChannel channel, boolean on) throws IOException {
    channel.socket().setOOBInline(on);
  }

  @Override
  boolean getUrgentInline(SocketChannel channel) throws IOException {
    return channel.socket().getOOBInline();
  }
}
