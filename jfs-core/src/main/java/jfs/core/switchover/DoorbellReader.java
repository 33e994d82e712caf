package jfs.core.switchover;

import java.io.IOException;
import java.net.SocketTimeoutException;
import jfs.core.config.Log;
import jfs.core.runtime.VirtualThreads;
import jfs.core.transport.Anchor;
import jfs.core.transport.Transport;

/**
 * Reads doorbells, the bytes on TCP that only wake this end. The peer has written them, or has
 * taken the duty to write them and is about to do so. If the peer ends in between, TCP ends too.
 */
final class DoorbellReader {

  /** How often it looks, and yields, before it waits: mostly the byte is there by then. */
  private static final int LOOKS = 50;

  /** A millisecond in nanoseconds. */
  private static final long MILLI = 1_000_000;

  private final Anchor tcp;

  /** A doorbell did not come in time: the next read only looks for it. */
  private boolean waitedInVain;

  DoorbellReader(Anchor tcp) {
    this.tcp = tcp;
  }

  /** Whether any are due. */
  boolean areDue(Transport transport) {
    boolean due = transport.doorbellsOwed() > 0;
    waitedInVain &= due;
    return due;
  }

  /** Whether one did not come in time, when they were last read. */
  boolean waitedInVain() {
    return waitedInVain;
  }

  /** Reads those that are due, and waits for them no longer than the given time. */
  void takeDue(Transport transport, long patienceNanos) {
    try {
      waitedInVain = !take(transport, patienceNanos);
    } catch (IOException e) {
      Log.debug("TCP has ended", e);
    } catch (OutOfMemoryError e) {
      waitedInVain = true; // the program must get what it read
    }
  }

  /** Reads the doorbells that are due; false if some are left after the given time. */
  boolean take(Transport transport, long patienceNanos) throws IOException {
    long start = System.nanoTime();
    for (int owed = transport.doorbellsOwed(); owed > 0; owed = transport.doorbellsOwed()) {
      byte[] bytes = new byte[owed];
      transport.readsDoorbells();
      int n = 0;
      try {
        n = read(bytes, patienceNanos - (System.nanoTime() - start));
      } catch (IOException | RuntimeException | OutOfMemoryError | InternalError | LinkageError e) {
        transport.readNoDoorbell();
        throw e;
      }
      if (n <= 0) {
        transport.readNoDoorbell();
        return false;
      }
      transport.readBeyondSwitch(bytes, 0, n);
    }
    return true;
  }

  /** Returns how many bytes came, 0 if the time is up, -1 at the end. */
  @SuppressWarnings("ThreadPriorityCheck")
  private int read(byte[] bytes, long nanos) throws IOException {
    int n = tcp.readNow(bytes); // mostly it is there
    if (n != 0 || nanos <= 0) {
      return n;
    }
    for (int i = 0; i < LOOKS; i++) {
      Thread.yield();
      n = tcp.readNow(bytes);
      if (n != 0) {
        return n;
      }
    }
    if (nanos < MILLI) {
      return 0; // TCP can wait for whole milliseconds only
    }
    Thread self = Thread.currentThread();
    if (VirtualThreads.isVirtual(self) && self.isInterrupted()) {
      return 0; // a wait would close the socket; a platform thread's read ignores interrupts
    }
    // A wait with a limit makes the socket non-blocking, so only if need be.
    try {
      return tcp.readDue(bytes, (int) (nanos / MILLI));
    } catch (SocketTimeoutException e) {
      return 0;
    }
  }
}
