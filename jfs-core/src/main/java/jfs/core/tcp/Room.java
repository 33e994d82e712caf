package jfs.core.tcp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import jfs.core.config.Log;

/**
 * How many bytes TCP takes from a sender whose peer reads nothing; tcp(7). Measured on loopback: by
 * default the largest send buffer that the kernel may grow to, and some; with buffers that the
 * program has set, twice what both say that they have.
 */
public final class Room {

  private static final long USUAL = 4 << 20;

  /** Without buffers set. */
  public static final long BY_DEFAULT = largestSendBuffer() * 5 / 4;

  private Room() {}

  /** With buffers of these sizes, as SO_SNDBUF and SO_RCVBUF are told to a program. */
  public static long of(int sendBuffer, int receiveBuffer) {
    return 2L * (Math.max(0, sendBuffer) + (long) Math.max(0, receiveBuffer));
  }

  private static long largestSendBuffer() {
    try {
      String sizes = Files.readString(Path.of("/proc/sys/net/ipv4/tcp_wmem")).strip();
      return Long.parseLong(sizes.substring(sizes.lastIndexOf('\t') + 1).strip());
    } catch (IOException | NumberFormatException e) {
      Log.debug("tcp_wmem not known: " + Log.describe(e));
      return USUAL;
    }
  }
}
