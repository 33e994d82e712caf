package jfs.toy;

/**
 * Bytes on their way through the heap, in an array that grows. Guarded by the lock of the pair. If
 * the heap is full, the write that it grows for fails. A real transport must not let that happen:
 * TCP would have taken the bytes.
 */
final class ToyBuffer {

  private static final int FIRST_SIZE = 4 * 1024;

  /** Written round and round; {@code count} bytes from {@code first} on are on their way. */
  private byte[] bytes = {};

  private int first;
  private int count;

  int count() {
    return count;
  }

  /** Puts bytes in, behind those that are there. */
  void put(byte[] from, int offset, int length) {
    if (count + length > bytes.length) {
      byte[] longer = new byte[Math.max(FIRST_SIZE, Math.max(count + length, 2 * bytes.length))];
      count = take(longer, 0, count);
      first = 0;
      bytes = longer;
    }
    int at = (first + count) % bytes.length;
    int toTheEnd = Math.min(length, bytes.length - at);
    System.arraycopy(from, offset, bytes, at, toTheEnd);
    System.arraycopy(from, offset + toTheEnd, bytes, 0, length - toTheEnd);
    count += length;
  }

  /** Takes out as many bytes as there are, up to a length, and returns their number. */
  int take(byte[] to, int offset, int length) {
    int n = Math.min(length, count);
    int toTheEnd = Math.min(n, bytes.length - first);
    System.arraycopy(bytes, first, to, offset, toTheEnd);
    System.arraycopy(bytes, 0, to, offset + toTheEnd, n - toTheEnd);
    count -= n;
    first = count == 0 ? 0 : (first + n) % bytes.length;
    return n;
  }

  /** Drops all bytes, and the memory. */
  void discard() {
    bytes = new byte[0];
    first = 0;
    count = 0;
  }
}
