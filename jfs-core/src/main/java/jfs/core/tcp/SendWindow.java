package jfs.core.tcp;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import jfs.core.config.Log;

/**
 * How many bytes TCP takes from a sender while the peer reads nothing; tcp(7). Measured on
 * loopback: by default somewhat more than the largest send buffer that the kernel may grow to; with
 * buffer sizes that the program has set, twice the sum of the sizes that both ends report.
 */
public final class SendWindow {

  private static final long USUAL = 4 << 20;
  private static final int LONGEST = 256;

  /** If the program sets no buffer sizes. */
  public static final long BY_DEFAULT = largestSendBuffer() * 5 / 4;

  private SendWindow() {}

  /** With these buffer sizes, as SO_SNDBUF and SO_RCVBUF report them to a program. */
  public static long of(int sendBuffer, int receiveBuffer) {
    return 2L * (Math.max(0, sendBuffer) + (long) Math.max(0, receiveBuffer));
  }

  private static long largestSendBuffer() {
    // In one read: a second read of a list of numbers in /proc/sys returns nothing, and the first
    // read of Files.readString() takes one byte if a file says that it is empty. Not through a
    // channel, which takes direct memory: if the program has left none, this class would fail.
    try (InputStream file = new FileInputStream("/proc/sys/net/ipv4/tcp_wmem")) {
      byte[] bytes = new byte[LONGEST];
      int length = Math.max(0, file.read(bytes));
      String sizes = new String(bytes, 0, length, StandardCharsets.US_ASCII).strip();
      return Long.parseLong(sizes.substring(sizes.lastIndexOf('\t') + 1).strip());
    } catch (OutOfMemoryError e) {
      return USUAL; // one failure here would make this class unusable for ever
    } catch (IOException | NumberFormatException e) {
      Log.debug("tcp_wmem not known", e);
      return USUAL;
    }
  }
}
