package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import jdk.internal.vm.annotation.DontInline;

/**
 * Reads of JFS's into direct buffers, whose memory the program may free by closing an arena: bytes
 * that have left the stream would then have no place. The JDK's own read keeps such an arena from
 * being closed, and fails before it reads if it is; so that read calls JFS, in place of the kernel.
 *
 * <p>One thread at a time reads. This has no need of heap for a single buffer.
 */
abstract class JfsHeldRead extends SocketDispatcher {

  /** The most direct buffers of a read: each takes some stack. */
  private static final int MOST_HELD = 64;

  /** Whether the JDK says so of reads that may outlast a call. */
  private final boolean asynchronous;

  /** Where the next read goes; null except during one. */
  private ByteBuffer to;

  /** The buffers of a scattering read; null except during one. */
  private ByteBuffer[] several;

  private FileDescriptor descriptor;

  /** The first of these, the next to take hold of, and the first that is none of them. */
  private int first;

  private int next;
  private int after;

  /** What the scattering read has returned. */
  private int result;

  JfsHeldRead(boolean asynchronous) {
    this.asynchronous = asynchronous;
  }

  /** What JFS reads while the memory can't be freed. Returns how many bytes, or as the JDK does. */
  abstract int readNext(ByteBuffer to) throws IOException;

  /** The compiler goes no further from above: each method there would have all of JFS's within. */
  @DontInline
  private int next(ByteBuffer to) throws IOException {
    return readNext(to);
  }

  /** Reads into a buffer, which can be written and has room. */
  final int read(FileDescriptor fd, ByteBuffer buffer) throws IOException {
    if (!buffer.isDirect()) {
      return next(buffer);
    }
    to = buffer;
    try {
      return IOUtil.read(fd, buffer, -1, asynchronous, this);
    } finally {
      to = null;
    }
  }

  /** Reads into several buffers, which can be written and of which one has room. */
  final long read(FileDescriptor fd, ByteBuffer[] buffers, int offset, int length)
      throws IOException {
    int end = endOfHeld(buffers, offset, length);
    long room = JfsBuffers.room(buffers, offset, end - offset);
    to = ByteBuffer.allocate((int) Math.min(room, JfsReadingChannel.MOST_AT_ONCE));
    several = buffers;
    descriptor = fd;
    first = offset;
    next = offset;
    after = end;
    result = 0;
    try {
      holdNext();
      return result;
    } finally {
      to = null;
      several = null;
      descriptor = null;
    }
  }

  /** Which is the first buffer that is too much. There is room before it. */
  private static int endOfHeld(ByteBuffer[] buffers, int offset, int length) {
    int held = 0;
    int i = offset;
    while (i < offset + length && held <= MOST_HELD) {
      held += isHeld(buffers[i]) ? 1 : 0;
      i++;
    }
    return held <= MOST_HELD ? i : i - 1;
  }

  private static boolean isHeld(ByteBuffer one) {
    return one.isDirect() && one.hasRemaining();
  }

  /** Takes hold of the next direct buffer, or, with all of them, reads. */
  private void holdNext() throws IOException {
    while (next < after) {
      ByteBuffer one = several[next++];
      if (isHeld(one)) {
        IOUtil.read(descriptor, one, -1, asynchronous, this);
        return;
      }
    }
    result = next(to);
    to.flip();
    JfsBuffers.scatter(to, several, first, after - first);
  }

  /** The JDK holds a buffer, and asks what the kernel has for it. */
  @Override
  final int read(FileDescriptor fd, long address, int length) throws IOException {
    if (several == null) {
      return next(to);
    }
    holdNext();
    return 0; // the JDK leaves the buffer as it is
  }
}
