package jfs.nio.shm;

import java.io.IOException;
import jfs.core.runtime.VirtualThreads;
import jfs.core.transport.Anchor;

/**
 * TCP for a connection that has returned to it. The JDK copies through direct memory that it keeps
 * for each thread, as much as the thread has asked for so far; a thread whose bytes went through
 * shared memory may have asked for little, and find no more now where the program has filled the
 * heap or direct memory. With plain sockets it would have it. So what cannot be had at once goes in
 * smaller pieces, down to what the thread has used when it switched.
 */
final class TcpPieces {

  /** What the JDK writes at once. */
  private static final int MOST = 128 * 1024;

  /**
   * Whether a thread's direct memory is kept in any case. Else a write may fail for want of it when
   * a part of the bytes is on its way, and must not be tried again.
   */
  private static final boolean KEPT = System.getProperty("jdk.nio.maxCachedBufferSize") == null;

  private TcpPieces() {}

  /** Has what is needed loaded, while there is heap for it. */
  static void load() {
    VirtualThreads.isVirtual(Thread.currentThread());
  }

  /** As {@link Anchor#read}; a read that finds no memory has taken nothing. */
  static int read(Anchor tcp, byte[] bytes, int offset, int length, int timeoutMillis)
      throws IOException {
    int most = length;
    while (true) {
      try {
        return tcp.read(bytes, offset, most, timeoutMillis);
      } catch (OutOfMemoryError e) {
        if (most <= 1) {
          throw e;
        }
        most /= 2;
      }
    }
  }

  /** Writes all of it. */
  static void write(Anchor tcp, byte[] bytes, int offset, int length) throws IOException {
    int most = MOST;
    int at = offset;
    int end = offset + length;
    while (at < end) {
      int n = Math.min(most, end - at);
      try {
        tcp.write(bytes, at, n);
        at += n;
      } catch (OutOfMemoryError e) {
        if (n == 1 || !KEPT || VirtualThreads.isVirtual(Thread.currentThread())) {
          throw e;
        }
        most = n / 2;
      }
    }
  }
}
