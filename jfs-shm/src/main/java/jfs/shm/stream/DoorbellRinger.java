package jfs.shm.stream;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketException;
import jfs.core.config.Log;
import jfs.core.ring.WaitWord;
import jfs.core.runtime.Interrupts;
import jfs.core.transport.Anchor;

/** Rings the doorbell of the other end: writes a byte to TCP, where a thread of it sleeps. */
final class DoorbellRinger {

  private static final byte[] BELL = {0};

  /** How long a thread tries to ring while the JDK lacks memory for a write. */
  private static final long RING_NANOS = 1_000_000_000;

  private static final long RING_PAUSE_NANOS = 1_000_000;

  private final Anchor tcp;

  /**
   * How many doorbells this end has rung on TCP. Written and read by the thread that sends, under
   * the sender's lock; also written by a thread that half-closes without heap, after which no
   * sender reads it.
   */
  private long rung;

  /** The stack overflowed in a write, which may have rung or not. Used as {@link #rung}. */
  private boolean uncertain;

  DoorbellRinger(Anchor tcp) {
    this.tcp = tcp;
  }

  /**
   * How many doorbells this end has rung on TCP.
   *
   * @throws SocketException if it may be one more: the stack overflowed in a write that may have
   *     been done. The peer might take that doorbell for a byte of the stream.
   */
  long rung() throws SocketException {
    if (uncertain) {
      throw new SocketException("Connection reset");
    }
    return rung;
  }

  /**
   * Rings for bytes that are published, so the program must get no error: it would send them again.
   * The JDK may need direct memory to write. If there is none for long, this arms the sleeper's
   * word again, for the next thread that wakes it. If the sleeper has counted this doorbell as owed
   * meanwhile, the next doorbell is the owed one.
   *
   * @return false if it was not rung, and the word is armed again
   */
  boolean ring(WaitWord word, int taken) {
    long start = System.nanoTime();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          write();
          return true;
        } catch (InterruptedIOException e) {
          // TCP had no room, and the JDK's write of a virtual thread ends with an interrupt.
          if (!Thread.interrupted()) {
            word.putBack(taken);
            return false;
          }
          interrupted = true;
        } catch (IOException e) {
          // TCP is closed, which has woken its sleeper.
          Log.debug("no doorbell", e);
          return true;
        } catch (OutOfMemoryError e) {
          if (System.nanoTime() - start > RING_NANOS) {
            word.putBack(taken);
            return false;
          }
          Interrupts.pause(RING_PAUSE_NANOS);
        }
      }
    } finally {
      if (interrupted) { // else no call, for which the stack might have no room
        Interrupts.restore(true);
      }
    }
  }

  private void write() throws IOException {
    boolean known = false;
    try {
      tcp.write(BELL, 0, 1);
      rung++;
      known = true;
    } catch (IOException | RuntimeException | OutOfMemoryError | InternalError | LinkageError e) {
      known = true; // none of these comes behind a write that has been done
      throw e;
    } finally {
      uncertain |= !known; // and no call: the program's stack may be too full for it
    }
  }
}
