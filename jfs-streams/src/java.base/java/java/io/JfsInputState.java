package java.io;

import java.util.Arrays;
import jdk.internal.misc.Unsafe;

/**
 * What JFS knows of one object stream that is read: where the bytes beneath it are, if they are in
 * the buffer of one of the JDK's own streams, and the plans for the classes that it described. Used
 * as the stream itself, by one thread at a time.
 */
final class JfsInputState {

  private static final Unsafe UNSAFE = Unsafe.getUnsafe();

  /** The stream beneath; null if JFS cannot look into it. */
  final InputStream source;

  private final long bufAt;
  private final long posAt;
  private final long countAt;

  private ObjectStreamClass[] descriptions = new ObjectStreamClass[16];
  private JfsReadPlan[] plans = new JfsReadPlan[16];

  JfsInputState(InputStream beneath) {
    // The exact classes: a subclass may have its bytes elsewhere, or watch what is read.
    Class<?> type = beneath == null ? null : beneath.getClass();
    if (type == BufferedInputStream.class || type == ByteArrayInputStream.class) {
      source = beneath;
      bufAt = UNSAFE.objectFieldOffset(type, "buf");
      posAt = UNSAFE.objectFieldOffset(type, "pos");
      countAt = UNSAFE.objectFieldOffset(type, "count");
    } else {
      source = null;
      bufAt = 0;
      posAt = 0;
      countAt = 0;
    }
  }

  /** The buffer; null once the stream is closed. */
  byte[] buf() {
    return (byte[]) UNSAFE.getReference(source, bufAt);
  }

  /** Where the next byte is in the buffer. */
  int pos() {
    return UNSAFE.getInt(source, posAt);
  }

  /** Where the buffer's bytes end. */
  int count() {
    return UNSAFE.getInt(source, countAt);
  }

  /** Takes all bytes up to a place in the buffer, and the one that the JDK has looked at. */
  void take(ObjectInputStream.PeekInputStream peek, int upTo) {
    peek.peekb = -1;
    peek.totalBytesRead += upTo - pos();
    UNSAFE.putInt(source, posAt, upTo);
  }

  /** The plan for the objects of a description that has a handle in the stream. */
  JfsReadPlan plan(int handle, ObjectStreamClass desc) {
    if (handle >= plans.length) {
      int length = Math.max(handle + 1, 2 * plans.length);
      descriptions = Arrays.copyOf(descriptions, length);
      plans = Arrays.copyOf(plans, length);
    }
    if (descriptions[handle] != desc) {
      plans[handle] = JfsReadPlan.of(desc);
      descriptions[handle] = desc;
    }
    return plans[handle];
  }
}
