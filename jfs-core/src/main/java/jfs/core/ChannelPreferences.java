package jfs.core;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.Channel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import jfs.core.transport.Preference;

/**
 * What programs prefer for channels, as they say by {@code setPerformancePreferences} of a
 * channel's {@code socket()}. As with sockets, that counts if it is said before the channel is
 * connected, or before a listener is bound, and a listener's holds for what it accepts. Any thread
 * may call.
 */
public final class ChannelPreferences {

  /** Null as long as channels are the JDK's own, or no program has said anything. */
  private static volatile Map<Channel, Preference> known;

  private static volatile boolean kept;

  private ChannelPreferences() {}

  /** Has preferences be kept from now on. */
  public static void keep() {
    kept = true;
  }

  /** Sets what a program prefers. */
  public static void prefer(Channel channel, Preference preference) {
    if (kept && isNew(channel)) {
      synchronized (ChannelPreferences.class) {
        if (known == null) {
          known = new WeakHashMap<>();
        }
        known.put(channel, preference);
      }
    }
  }

  private static boolean isNew(Channel channel) {
    try {
      return channel instanceof SocketChannel socket
          ? !socket.isConnected()
          : ((ServerSocketChannel) channel).getLocalAddress() == null;
    } catch (IOException e) {
      return false; // closed
    }
  }

  /**
   * What the program prefers for a channel that was just connected or accepted. An asynchronous one
   * has no {@code socket()} to say that by.
   *
   * @param opened whether it was connected, rather than accepted
   */
  public static Preference of(Channel channel, boolean opened) {
    if (known == null || !(channel instanceof SocketChannel socket)) {
      return Preference.NONE;
    }
    if (opened) {
      synchronized (ChannelPreferences.class) {
        Preference own = known.remove(channel);
        return own == null ? Preference.NONE : own;
      }
    }
    return ofListener(socket);
  }

  private static Preference ofListener(SocketChannel accepted) {
    try {
      InetSocketAddress end = (InetSocketAddress) accepted.getLocalAddress();
      for (Map.Entry<ServerSocketChannel, Preference> one : listeners()) {
        if (end != null && isBoundTo(one.getKey(), end)) {
          return one.getValue();
        }
      }
    } catch (IOException e) {
      // Closed meanwhile, so it does not matter.
    }
    return Preference.NONE;
  }

  /** A copy: a channel's own locks must not be taken under the monitor here. */
  private static synchronized List<Map.Entry<ServerSocketChannel, Preference>> listeners() {
    List<Map.Entry<ServerSocketChannel, Preference>> listeners = new ArrayList<>();
    for (Map.Entry<Channel, Preference> one : known.entrySet()) {
      if (one.getKey() instanceof ServerSocketChannel listener && listener.isOpen()) {
        listeners.add(Map.entry(listener, one.getValue()));
      }
    }
    return listeners;
  }

  private static boolean isBoundTo(ServerSocketChannel listener, InetSocketAddress end) {
    try {
      SocketAddress bound = listener.getLocalAddress();
      return bound instanceof InetSocketAddress here
          && here.getPort() == end.getPort()
          && (here.getAddress().isAnyLocalAddress() || here.getAddress().equals(end.getAddress()));
    } catch (IOException e) {
      return false; // closed meanwhile
    }
  }
}
