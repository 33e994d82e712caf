package sun.nio.ch;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.IdentityHashMap;
import java.util.Map;

/** Several buffers as one, for gathering writes and scattering reads. */
final class JfsBuffers {

  /** So many are compared with each other; of more, views take less time. */
  private static final int MOST_COMPARED = 32;

  private JfsBuffers() {}

  /** How many bytes are in the buffers. */
  static long remaining(ByteBuffer[] buffers, int offset, int length) {
    long sum = 0;
    for (int i = offset; i < offset + length; i++) {
      sum += buffers[i].remaining();
    }
    return sum;
  }

  /**
   * How many bytes can be put into the buffers; 0 if one of them can't be written. One that is
   * among them twice has room once.
   */
  static long room(ByteBuffer[] buffers, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
      if (buffers[i].isReadOnly()) {
        return 0;
      }
    }
    boolean few = length <= MOST_COMPARED;
    Map<ByteBuffer, Boolean> seen = few ? null : new IdentityHashMap<>(length);
    long sum = 0;
    for (int i = offset; i < offset + length; i++) {
      boolean again = few ? isBefore(buffers, offset, i) : seen.put(buffers[i], true) != null;
      sum += again ? 0 : buffers[i].remaining();
    }
    return sum;
  }

  /** Whether the buffer at an index is there before, too. */
  private static boolean isBefore(ByteBuffer[] buffers, int offset, int index) {
    for (int i = offset; i < index; i++) {
      if (buffers[i] == buffers[index]) {
        return true;
      }
    }
    return false;
  }

  /** Fills a buffer with their bytes, and leaves their positions as they are. */
  static void gather(ByteBuffer[] from, int offset, int length, ByteBuffer to) {
    for (int i = offset; i < offset + length && to.hasRemaining(); i++) {
      ByteBuffer one = from[i];
      to.put(one.slice(one.position(), Math.min(one.remaining(), to.remaining())));
    }
  }

  /**
   * Buffers that have positions of their own: these, or views of them if one may be among them
   * twice. The JDK then writes its bytes twice.
   */
  static ByteBuffer[] apart(ByteBuffer[] buffers, int offset, int length) {
    if (length <= MOST_COMPARED && !isAnyTwice(buffers, offset, length)) {
      return buffers;
    }
    ByteBuffer[] views = buffers.clone();
    for (int i = offset; i < offset + length; i++) {
      views[i] = buffers[i].duplicate();
    }
    return views;
  }

  private static boolean isAnyTwice(ByteBuffer[] buffers, int offset, int length) {
    for (int i = offset + 1; i < offset + length; i++) {
      if (isBefore(buffers, offset, i)) {
        return true;
      }
    }
    return false;
  }

  /** Moves buffers to where their {@link #apart views} are; of one's views, the last counts. */
  static void follow(ByteBuffer[] buffers, ByteBuffer[] views, int offset, int length) {
    if (views != buffers) {
      for (int i = offset; i < offset + length; i++) {
        buffers[i].position(views[i].position());
      }
    }
  }

  /** Moves their positions on by so many bytes, of which they have as many. */
  static void skip(ByteBuffer[] buffers, int offset, int count) {
    int left = count;
    for (int i = offset; left > 0; i++) {
      int part = Math.min(left, buffers[i].remaining());
      buffers[i].position(buffers[i].position() + part);
      left -= part;
    }
  }

  /**
   * Puts all bytes of a buffer, which has an array, into theirs, which have {@link #room} for them.
   * Takes no heap: the bytes have left the stream.
   *
   * @throws BufferOverflowException if another thread has filled one of them meanwhile
   */
  static void scatter(ByteBuffer from, ByteBuffer[] to, int offset, int length) {
    for (int i = offset; i < offset + length && from.hasRemaining(); i++) {
      int part = Math.min(to[i].remaining(), from.remaining());
      to[i].put(from.array(), from.arrayOffset() + from.position(), part);
      from.position(from.position() + part);
    }
    if (from.hasRemaining()) {
      throw new BufferOverflowException();
    }
  }
}
