package jfs.rdma.cm;

/**
 * For how long a peer has not answered, by requests that ended with their connections before any of
 * them timed out. Requests that were under way together count once. For the reactor's thread only.
 * Times are those of {@link System#nanoTime}.
 */
final class Silence {

  private long nanos;

  /** The time up to which {@link #nanos} counts. */
  private long countedTo;

  /** From this time on. */
  Silence(long now) {
    countedTo = now;
  }

  /** A request has ended that was under way since {@code begun}. */
  void add(long begun, long now) {
    nanos += now - (begun - countedTo > 0 ? begun : countedTo);
    countedTo = now;
  }

  /** In all. */
  long nanos() {
    return nanos;
  }
}
