package jfs.core.host;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.StringTokenizer;
import jfs.core.transport.FourTuple;

/**
 * The connected TCP sockets of this network namespace at one moment, of all processes, as {@code
 * /proc/net/tcp} and {@code tcp6} list them (proc(5)). An end, an address and a port, is a number
 * here. Immutable once read.
 */
final class SocketList {

  private static final String IPV4 = "/proc/self/net/tcp";
  private static final String IPV6 = "/proc/self/net/tcp6";

  /** Open both ways, as the kernel numbers the states. */
  private static final String ESTABLISHED = "01";

  /** SYN_RECV and FIN_WAIT1: the other end is open, or about to be. */
  private static final String HALF_OPEN = "03 04";

  /** TIME_WAIT, CLOSE and LISTEN: these have no other end. */
  private static final String ENDED = "06 07 0A";

  private static final int OPEN = 2;
  private static final int PARTLY_OPEN = 1;

  /** How many columns there are between that of the state and that of the inode. */
  private static final int COLUMNS_BETWEEN = 5;

  private static final int WORD_DIGITS = 8;
  private static final int HEX = 16;

  /** The third word of an IPv4 address that is written as an IPv6 address. */
  private static final int MAPPED = 0xffff;

  private static final long MIX = 0x9e3779b97f4a7c15L;

  /** Of each the local end, the remote end, the remote address, the inode, and how open it is. */
  private static final int WORDS = 5;

  private long[] words = new long[32 * WORDS];
  private int size;

  /** Of all, as {@link #both} makes it of their ends. */
  private final Set<Long> all = new HashSet<>();

  /** Those of this network namespace: of its interfaces, and of all sockets. */
  private final Set<Long> addresses = new HashSet<>();

  private SocketList() {}

  /** Reads it, which takes some milliseconds, and about one more for a thousand sockets. */
  static SocketList read() throws IOException {
    SocketList list = new SocketList();
    for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      for (InetAddress address : Collections.list(each.getInetAddresses())) {
        list.addresses.add(address(address));
      }
    }
    list.add(IPV4);
    if (new File(IPV6).exists()) {
      list.add(IPV6);
    }
    return list;
  }

  /** Reads it from a file of that form. */
  static SocketList read(String file) throws IOException {
    SocketList list = new SocketList();
    list.add(file);
    return list;
  }

  private void add(String file) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(new FileInputStream(file), StandardCharsets.US_ASCII))) {
      lines.readLine(); // the columns' names
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        StringTokenizer columns = new StringTokenizer(line);
        columns.nextToken(); // its place in the list
        String local = columns.nextToken();
        String remote = columns.nextToken();
        String state = columns.nextToken();
        for (int i = 0; i < COLUMNS_BETWEEN; i++) {
          columns.nextToken();
        }
        if (!ENDED.contains(state)) {
          add(local, remote, Long.parseLong(columns.nextToken()), state);
        }
      }
    }
  }

  private void add(String local, String remote, long inode, String state) {
    if (size == words.length) {
      words = Arrays.copyOf(words, 2 * size);
    }
    words[size] = address(local) + port(local);
    words[size + 1] = address(remote) + port(remote);
    words[size + 2] = address(remote);
    words[size + 3] = inode;
    words[size + 4] = openness(state);
    all.add(both(words[size], words[size + 1]));
    size += WORDS;
    addresses.add(address(local));
  }

  /** Whether a socket has these ends. */
  boolean has(FourTuple connection) {
    return has(localEnd(connection), remoteEnd(connection));
  }

  private boolean has(long local, long remote) {
    return all.contains(both(local, remote));
  }

  /** Two ends as one number, which hardly ever is that of two others. */
  private static long both(long local, long remote) {
    return (local * MIX) ^ remote;
  }

  private static int openness(String state) {
    if (state.equals(ESTABLISHED)) {
      return OPEN;
    }
    return HALF_OPEN.contains(state) ? PARTLY_OPEN : 0;
  }

  /**
   * The open sockets that a listener has accepted from addresses of this network namespace: the
   * inode of each, which is 0 before the program has it, by the remote end.
   *
   * @param accepted a connection to that listener, as its accepted end sees it
   */
  Map<Long, Long> servers(FourTuple accepted) {
    return connections(accepted, 0, 1);
  }

  /** The open sockets that are connected to a listener, likewise, by the local end. */
  Map<Long, Long> clients(FourTuple accepted) {
    return connections(accepted, 1, 0);
  }

  private Map<Long, Long> connections(FourTuple accepted, int ofListener, int ofOther) {
    long end = localEnd(accepted);
    Map<Long, Long> found = new HashMap<>();
    for (int i = 0; i < size; i += WORDS) {
      if (words[i + ofListener] == end
          && words[i + ofOther] != end // connected to itself
          && words[i + 4] == OPEN
          && (ofOther == 0 || addresses.contains(words[i + 2]))) {
        found.put(words[i + ofOther], words[i + 3]);
      }
    }
    return found;
  }

  /**
   * Whether a socket lacks its other end in this list that is open, or about to be or to end: one
   * of a listener's connections, or another one that shares an end with one of these.
   *
   * @param ends of those connections, other than the listener's
   * @param redirectable whether the kernel may have redirected any of them: then each other one
   *     that shares an end counts as one, since what it asked for may have become the listener
   */
  boolean hasLonely(Set<Long> ends, FourTuple accepted, boolean redirectable) {
    long listener = localEnd(accepted);
    for (int i = 0; i < size; i += WORDS) {
      long local = words[i];
      long remote = words[i + 1];
      boolean isNear = addresses.contains(words[i + 2]);
      boolean counts;
      if (local == listener || remote == listener) {
        counts = words[i + 4] == PARTLY_OPEN && (isNear || remote == listener);
      } else {
        counts = words[i + 4] == OPEN && (ends.contains(local) || ends.contains(remote));
        if (counts && redirectable) {
          return true;
        }
        counts &= isNear;
      }
      if (counts && !has(/* local= */ remote, /* remote= */ local)) {
        return true;
      }
    }
    return false;
  }

  static long localEnd(FourTuple connection) {
    return address(connection.localAddress()) + connection.localPort();
  }

  static long remoteEnd(FourTuple connection) {
    return address(connection.remoteAddress()) + connection.remotePort();
  }

  /** The port of an end as the kernel writes it: after a colon, in hexadecimal. */
  private static int port(String end) {
    return Integer.parseInt(end.substring(end.indexOf(':') + 1), HEX);
  }

  /** The address of an end as the kernel writes it: words in the machine's order. */
  private static long address(String end) {
    return end.indexOf(':') == WORD_DIGITS
        ? address(word(end, 0))
        : address(word(end, 0), word(end, 1), word(end, 2), word(end, 3));
  }

  private static int word(String end, int index) {
    int at = index * WORD_DIGITS;
    int word = Integer.parseUnsignedInt(end.substring(at, at + WORD_DIGITS), HEX);
    return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? Integer.reverseBytes(word) : word;
  }

  private static long address(InetAddress address) {
    ByteBuffer words = ByteBuffer.wrap(address.getAddress());
    return words.remaining() == Integer.BYTES
        ? address(words.getInt())
        : address(words.getInt(), words.getInt(), words.getInt(), words.getInt());
  }

  /** An address as a number to which a port can be added. */
  private static long address(int word) {
    return (word & 0xffff_ffffL) << Short.SIZE;
  }

  /** Two IPv6 addresses may give the same number, but hardly ever do. */
  private static long address(int first, int second, int third, int fourth) {
    if (first == 0 && second == 0 && third == MAPPED) {
      return address(fourth);
    }
    long high = (long) first << Integer.SIZE | (second & 0xffff_ffffL);
    long low = (long) third << Integer.SIZE | (fourth & 0xffff_ffffL);
    return ((high * MIX) ^ low) * MIX;
  }
}
