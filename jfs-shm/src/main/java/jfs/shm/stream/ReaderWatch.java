package jfs.shm.stream;

/**
 * Tells a reader that is slow from one that does not read: it has stood at one place of the stream
 * for a while. A reader that goes on may make no room, because it is still in a chunk that the
 * sender has left; and it may stand still after that. So each step that it takes begins the time
 * anew. Used by the sender alone.
 */
final class ReaderWatch {

  /** A reader that takes nothing for so long is not slow: it does not read at all. */
  static final long IDLE_NANOS = 2_000_000;

  private long head;
  private long since;

  /**
   * Begins to watch.
   *
   * @param newHead how many bytes the reader has taken
   * @param now {@link System#nanoTime}
   */
  void begin(long newHead, long now) {
    head = newHead;
    since = now;
  }

  /** Whether the reader has taken nothing for long, with these values of now. */
  boolean isIdle(long newHead, long now) {
    if (newHead != head) {
      begin(newHead, now);
    }
    return now - since > IDLE_NANOS;
  }
}
