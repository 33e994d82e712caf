package jfs.core.tcp;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import jfs.core.config.Log;

/**
 * How many bytes TCP takes from a sender whose peer reads nothing; tcp(7). Measured on loopback: by
 * default the largest send buffer that the kernel may grow to, and some; with buffers that the
 * program has set, twice what both say that they have.
 */
public final class Room {

  private static final long USUAL = 4 << 20;
  private static final int LONGEST = 256;

  /** Without buffers set. */
  public static final long BY_DEFAULT = largestSendBuffer() * 5 / 4;

  private Room() {}

  /** With buffers of these sizes, as SO_SNDBUF and SO_RCVBUF are told to a program. */
  public static long of(int sendBuffer, int receiveBuffer) {
    return 2L * (Math.max(0, sendBuffer) + (long) Math.max(0, receiveBuffer));
  }

  private static long largestSendBuffer() {
    // In one read: what is left of a list of numbers in /proc/sys after a first one is nothing, and
    // Files.readString() begins with one byte where a file says that it has none. Nor through a
    // channel, which takes direct memory: where the program has left none, this class would fail.
    try (InputStream file = new FileInputStream("/proc/sys/net/ipv4/tcp_wmem")) {
      byte[] bytes = new byte[LONGEST];
      int length = Math.max(0, file.read(bytes));
      String sizes = new String(bytes, 0, length, StandardCharsets.US_ASCII).strip();
      return Long.parseLong(sizes.substring(sizes.lastIndexOf('\t') + 1).strip());
    } catch (OutOfMemoryError e) {
      return USUAL; // to fail here is to fail ever after
    } catch (IOException | NumberFormatException e) {
      Log.debug("tcp_wmem not known: " + Log.describe(e));
      return USUAL;
    }
  }
}
