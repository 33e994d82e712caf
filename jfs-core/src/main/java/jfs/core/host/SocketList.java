package jfs.core.host;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.StringTokenizer;
import jfs.core.transport.FourTuple;

/**
 * The connected TCP sockets of this network namespace at one moment, of all processes, as {@code
 * /proc/net/tcp} and {@code tcp6} list them (proc(5)). One thread at a time may use it.
 */
final class SocketList {

  private static final String IPV4 = "/proc/self/net/tcp";
  private static final String IPV6 = "/proc/self/net/tcp6";

  /** TIME_WAIT, CLOSE and LISTEN, as the kernel numbers the states: these have no other end. */
  private static final String ENDED = "06 07 0A";

  private static final String ESTABLISHED = "01";

  private static final int WORD_DIGITS = 8;
  private static final int HEX = 16;

  /** The third word of an IPv4 address that is written as an IPv6 address. */
  private static final int MAPPED = 0xffff;

  private static final long MIX = 0x9e3779b97f4a7c15L;

  /** Of each the local and the remote end, then the remote address and 1 if it is established. */
  private static final int WORDS = 4;

  private long[] words = new long[32 * WORDS];
  private int size;

  /** The local addresses of all. */
  private final Set<Long> addresses = new HashSet<>();

  /** What {@link #lonely} found last, and for which listener's end. */
  private long listener;

  private Set<Long> found;

  private SocketList() {}

  /** Reads it, which takes about a microsecond a socket. */
  static SocketList read() throws IOException {
    return new File(IPV6).exists() ? read(IPV4, IPV6) : read(IPV4);
  }

  /** Reads it from files of that form. */
  static SocketList read(String... files) throws IOException {
    SocketList list = new SocketList();
    for (String file : files) {
      list.add(file);
    }
    return list;
  }

  private void add(String file) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(new FileInputStream(file), StandardCharsets.US_ASCII))) {
      lines.readLine(); // the columns' names
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        StringTokenizer columns = new StringTokenizer(line);
        columns.nextToken(); // its number
        String local = columns.nextToken();
        String remote = columns.nextToken();
        String state = columns.nextToken();
        if (!ENDED.contains(state)) {
          add(local, remote, state.equals(ESTABLISHED));
        }
      }
    }
  }

  private void add(String local, String remote, boolean established) {
    if (size == words.length) {
      words = Arrays.copyOf(words, 2 * size);
    }
    words[size] = address(local) + port(local);
    words[size + 1] = address(remote) + port(remote);
    words[size + 2] = address(remote);
    words[size + 3] = established ? 1 : 0;
    size += WORDS;
    addresses.add(address(local));
  }

  /**
   * Whether a socket has the address and port of a connection's remote end, and is connected
   * elsewhere than to its local end.
   */
  boolean hasElsewhere(FourTuple connection) {
    long local = remoteEnd(connection);
    long remote = localEnd(connection);
    for (int i = 0; i < size; i += WORDS) {
      if (words[i] == local && words[i + 1] != remote) {
        return true;
      }
    }
    return false;
  }

  /** Whether a socket has these ends. */
  boolean has(FourTuple connection) {
    long local = localEnd(connection);
    long remote = remoteEnd(connection);
    for (int i = 0; i < size; i += WORDS) {
      if (words[i] == local && words[i + 1] == remote) {
        return true;
      }
    }
    return false;
  }

  /** Whether a socket has that address. */
  boolean hasAddress(InetAddress address) {
    return addresses.contains(address(address));
  }

  /**
   * The established sockets of connections to a listener that lack their other end: servers whose
   * client has an address of this network namespace but is not in the list, and clients whose
   * server is not. As numbers, the same ones in each list.
   *
   * @param accepted a connection to that listener, as its accepted end sees it
   */
  Set<Long> lonely(FourTuple accepted) {
    long end = localEnd(accepted);
    if (found != null && listener == end) {
      return found;
    }
    Set<Long> clients = new HashSet<>();
    Set<Long> served = new HashSet<>();
    for (int i = 0; i < size; i += WORDS) {
      if (words[i] == end) {
        served.add(words[i + 1]);
      } else if (words[i + 1] == end) {
        clients.add(words[i]);
      }
    }
    Set<Long> lonely = new HashSet<>();
    for (int i = 0; i < size; i += WORDS) {
      boolean established = words[i + 3] != 0;
      if (established && words[i] == end) {
        if (addresses.contains(words[i + 2]) && !clients.contains(words[i + 1])) {
          lonely.add(words[i + 1]);
        }
      } else if (established && words[i + 1] == end && !served.contains(words[i])) {
        lonely.add(~words[i]); // another number than any server's, but for chance
      }
    }
    listener = end;
    found = lonely;
    return lonely;
  }

  /** Whether one of the servers is there that lacked their clients in another list. */
  boolean hasServerOf(Set<Long> lonely, FourTuple accepted) {
    long end = localEnd(accepted);
    for (int i = 0; i < size; i += WORDS) {
      if (words[i] == end && lonely.contains(words[i + 1])) {
        return true;
      }
    }
    return false;
  }

  private static long localEnd(FourTuple connection) {
    return address(connection.localAddress()) + connection.localPort();
  }

  private static long remoteEnd(FourTuple connection) {
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
