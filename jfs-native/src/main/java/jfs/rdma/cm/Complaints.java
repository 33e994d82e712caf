package jfs.rdma.cm;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import jfs.core.config.Log;
import jfs.rdma.verbs.Rehearsal;

/** Logs errors of the reactor's thread, once a minute at most. For that thread only. */
final class Complaints {

  private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private boolean complained;
  private long complainedAt;

  /** Logs an error, unless another was logged within the last minute or memory is lacking. */
  void about(Throwable error) {
    try {
      if (Rehearsal.isOne(error)) {
        Rehearsal.lackMemory();
      }
      long now = System.nanoTime();
      if (!complained || now - complainedAt > PAUSE_NANOS) {
        complained = true;
        complainedAt = now;
        Log.warn("RDMA: an error of this process', which goes on", error);
      }
    } catch (OutOfMemoryError | IOException e) {
      // There is no memory to log with.
    }
  }
}
