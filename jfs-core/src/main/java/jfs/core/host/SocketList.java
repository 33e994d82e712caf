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
import java.util.StringTokenizer;
import jfs.core.transport.FourTuple;

/**
 * The connected TCP sockets of this network namespace at one moment, of all processes, as {@code
 * /proc/net/tcp} and {@code tcp6} list them (proc(5)). Immutable once read.
 */
final class SocketList {

  private static final String IPV4 = "/proc/self/net/tcp";
  private static final String IPV6 = "/proc/self/net/tcp6";

  /** TIME_WAIT, CLOSE and LISTEN, as the kernel numbers the states: these have no other end. */
  private static final String ENDED = "06 07 0A";

  private static final int WORD_DIGITS = 8;
  private static final int HEX = 16;

  /** The third word of an IPv4 address that is written as an IPv6 address. */
  private static final int MAPPED = 0xffff;

  private static final long MIX = 0x9e3779b97f4a7c15L;

  /** The local and the remote end of each, in turn. */
  private long[] ends = new long[64];

  private int size;

  private SocketList() {}

  /** Reads it, which takes about a microsecond a socket. */
  static SocketList read() throws IOException {
    SocketList list = new SocketList();
    list.add(IPV4);
    if (new File(IPV6).exists()) {
      list.add(IPV6);
    }
    return list;
  }

  private void add(String file) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(new FileInputStream(file), StandardCharsets.US_ASCII))) {
      lines.readLine(); // the columns' names
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        StringTokenizer words = new StringTokenizer(line);
        words.nextToken(); // its number
        long local = end(words.nextToken());
        long remote = end(words.nextToken());
        if (!ENDED.contains(words.nextToken())) {
          add(local, remote);
        }
      }
    }
  }

  private void add(long local, long remote) {
    if (size == ends.length) {
      ends = Arrays.copyOf(ends, 2 * size);
    }
    ends[size] = local;
    ends[size + 1] = remote;
    size += 2;
  }

  /**
   * Whether a socket has the address and port of a connection's remote end, and is connected
   * elsewhere than to its local end.
   */
  boolean hasElsewhere(FourTuple connection) {
    long local = end(connection.remoteAddress(), connection.remotePort());
    long remote = end(connection.localAddress(), connection.localPort());
    for (int i = 0; i < size; i += 2) {
      if (ends[i] == local && ends[i + 1] != remote) {
        return true;
      }
    }
    return false;
  }

  /** An end as the kernel writes it: words in the machine's order, in hexadecimal, and the port. */
  private static long end(String written) {
    int colon = written.indexOf(':');
    int port = Integer.parseInt(written.substring(colon + 1), HEX);
    if (colon == WORD_DIGITS) {
      return end(word(written, 0), port);
    }
    return end(word(written, 0), word(written, 1), word(written, 2), word(written, 3), port);
  }

  private static int word(String written, int index) {
    int at = index * WORD_DIGITS;
    int word = Integer.parseUnsignedInt(written.substring(at, at + WORD_DIGITS), HEX);
    return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? Integer.reverseBytes(word) : word;
  }

  private static long end(InetAddress address, int port) {
    ByteBuffer words = ByteBuffer.wrap(address.getAddress());
    return words.remaining() == Integer.BYTES
        ? end(words.getInt(), port)
        : end(words.getInt(), words.getInt(), words.getInt(), words.getInt(), port);
  }

  private static long end(int address, int port) {
    return (address & 0xffff_ffffL) << Short.SIZE | port;
  }

  /** Two IPv6 addresses may give the same number, but hardly ever do. */
  private static long end(int first, int second, int third, int fourth, int port) {
    if (first == 0 && second == 0 && third == MAPPED) {
      return end(fourth, port);
    }
    long high = (long) first << Integer.SIZE | (second & 0xffff_ffffL);
    long low = (long) third << Integer.SIZE | (fourth & 0xffff_ffffL);
    return ((high * MIX) ^ low) * MIX + port;
  }
}
