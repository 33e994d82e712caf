package jfs.rdma;

/**
 * For how long a peer was asked without an answer, by requests that ended with their connections
 * before that time was over for any of them. Requests that were under way together count once. The
 * reactor's thread's own. Times are those of {@link System#nanoTime}.
 */
final class Silence {

  private long nanos;

  /** Up to when {@link #nanos} has it. */
  private long countedTo;

  /** From this time on. */
  Silence(long now) {
    countedTo = now;
  }

  /** A request has ended that was under way since then. */
  void add(long begun, long now) {
    nanos += now - (begun - countedTo > 0 ? begun : countedTo);
    countedTo = now;
  }

  /** In all. */
  long nanos() {
    return nanos;
  }
}
