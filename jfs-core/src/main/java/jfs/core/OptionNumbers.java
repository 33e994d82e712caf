package jfs.core;

import java.net.SocketOption;
import java.net.SocketOptions;
import java.net.StandardSocketOptions;

/** What the options of {@link SocketOption} are called in {@link SocketOptions}. */
final class OptionNumbers {

  static final int NONE = -1;

  private OptionNumbers() {}

  /**
   * The number of an option that a connection which may leave TCP has to know, or {@link #NONE}.
   */
  static int of(SocketOption<?> option) {
    if (option == StandardSocketOptions.TCP_NODELAY) {
      return SocketOptions.TCP_NODELAY;
    }
    if (option == StandardSocketOptions.SO_SNDBUF) {
      return SocketOptions.SO_SNDBUF;
    }
    if (option == StandardSocketOptions.SO_RCVBUF) {
      return SocketOptions.SO_RCVBUF;
    }
    // That of a channel's adaptor is known to the JDK alone.
    return option.name().equals("SO_OOBINLINE") ? SocketOptions.SO_OOBINLINE : NONE;
  }

  /** Compares names: the options with times are those of jdk.net, a module that may be missing. */
  static boolean isOfKeepAlive(SocketOption<?> option) {
    return option == StandardSocketOptions.SO_KEEPALIVE
        || (option != null && option.name().startsWith("TCP_KEEP"));
  }
}
