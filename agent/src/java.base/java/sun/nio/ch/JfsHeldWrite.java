package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import jdk.internal.vm.annotation.DontInline;

/**
 * As {@link JfsHeldRead}, for writes: one that has sent a part of the program's bytes must not find
 * the rest freed.
 *
 * <p>One thread at a time writes. This needs no heap.
 */
abstract class JfsHeldWrite extends SocketDispatcher {

  /** The most direct buffers that are held together: each takes some stack. */
  private static final int MOST_HELD = 64;

  private final boolean asynchronous;

  /** What the next write takes; null except during one of a single buffer. */
  private ByteBuffer from;

  /** The buffers of a gathering write; null except during one. */
  private ByteBuffer[] several;

  private FileDescriptor descriptor;

  /** The first of these, the next to take hold of, the first that is none of them, the held. */
  private int first;

  private int next;
  private int after;
  private int held;

  /** What the gathering write has returned. */
  private long result;

  JfsHeldWrite(boolean asynchronous) {
    this.asynchronous = asynchronous;
  }

  /** What JFS writes while the memory can't be freed. Returns how much, or as the JDK does. */
  abstract int writeNext(ByteBuffer from) throws IOException;

  /** The same for several buffers. */
  abstract long writeNext(ByteBuffer[] from, int offset, int length) throws IOException;

  /** The compiler goes no further from above: each method there would have all of JFS's within. */
  @DontInline
  private int next(ByteBuffer from) throws IOException {
    return writeNext(from);
  }

  /** Writes from a buffer that has something. */
  final int write(FileDescriptor fd, ByteBuffer buffer) throws IOException {
    if (!buffer.isDirect()) {
      return next(buffer);
    }
    from = buffer;
    try {
      return IOUtil.write(fd, buffer, -1, asynchronous, this);
    } finally {
      from = null;
    }
  }

  /** Writes from several buffers. */
  final long write(FileDescriptor fd, ByteBuffer[] buffers, int offset, int length)
      throws IOException {
    several = buffers;
    descriptor = fd;
    first = offset;
    next = offset;
    after = offset + length;
    held = 0;
    result = 0;
    try {
      holdNext();
      return result;
    } finally {
      several = null;
      descriptor = null;
    }
  }

  /** Takes hold of the next direct buffer, or, with all of them, writes. */
  private void holdNext() throws IOException {
    while (next < after) {
      ByteBuffer one = several[next++];
      if (one.isDirect() && one.hasRemaining()) {
        held++;
        boolean last = held >= MOST_HELD;
        IOUtil.write(descriptor, one, -1, asynchronous, this);
        if (!last) {
          return;
        }
      }
    }
    result = writeNext(several, first, after - first);
  }

  /** The JDK holds a buffer, and offers it to the kernel. */
  @Override
  final int write(FileDescriptor fd, long address, int length) throws IOException {
    if (several == null) {
      return next(from);
    }
    if (held < MOST_HELD) {
      holdNext();
    }
    return 0; // the JDK leaves the buffer as it is; of those beyond the most, this is a look
  }
}
