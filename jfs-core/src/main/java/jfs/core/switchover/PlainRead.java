package jfs.core.switchover;

/** A read of a socket that began on TCP, without JFS. */
final class PlainRead {

  /** Where the program wants the bytes, from where on there, and how many at most. */
  final byte[] bytes;

  final int offset;
  final int length;

  /** What was in the first place before. */
  final byte first;

  /** The value of {@link System#nanoTime} before. */
  private final long start;

  PlainRead(byte[] bytes, int offset, int length, byte first, long start) {
    this.bytes = bytes;
    this.offset = offset;
    this.length = length;
    this.first = first;
    this.start = start;
  }

  /** How many milliseconds are left of a timeout, at least 1; 0 for none. */
  int left(int timeoutMillis) {
    long spent = (System.nanoTime() - start) / 1_000_000;
    return timeoutMillis == 0 ? 0 : (int) Math.max(1, timeoutMillis - spent);
  }
}
