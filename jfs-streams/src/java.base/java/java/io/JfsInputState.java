package java.io;

import java.util.Arrays;

/**
 * What JFS knows of one object stream that is read: where the bytes beneath it are, if they are in
 * the buffer of one of the JDK's own streams, and the plans for the classes that it described. Used
 * as the stream itself, by one thread at a time.
 */
final class JfsInputState {

  /** Where the primitive fields of an object are in what {@link JfsValues#primitives} answers. */
  int at;

  /** The stream beneath, if it is one of these; a subclass may have its bytes elsewhere. */
  private final BufferedInputStream buffered;

  private final ByteArrayInputStream array;

  private ObjectStreamClass[] descriptions = new ObjectStreamClass[16];
  private JfsReadPlan[] plans = new JfsReadPlan[16];

  /** The description that was found last, and its plan; its handle if it was read in whole. */
  private int lastHandle = -1;

  ObjectStreamClass lastDescription;
  private JfsReadPlan lastPlan;

  JfsInputState(InputStream beneath) {
    Class<?> type = beneath == null ? null : beneath.getClass();
    buffered = type == BufferedInputStream.class ? (BufferedInputStream) beneath : null;
    array = type == ByteArrayInputStream.class ? (ByteArrayInputStream) beneath : null;
  }

  /** Whether JFS can look into the stream beneath. */
  boolean isOpen() {
    return buffered != null || array != null;
  }

  /** The buffer; null once the stream is closed. */
  byte[] buf() {
    return buffered != null ? buffered.buf : array.buf;
  }

  /** Where the next byte is in the buffer. */
  int pos() {
    return buffered != null ? buffered.pos : array.pos;
  }

  /**
   * How many bytes are in the buffer from a place on. Threads that use the stream beneath at the
   * same time get nonsense, as ever, but no byte from behind the array.
   */
  int left(byte[] buf, int pos) {
    if (buf == null) {
      return 0;
    }
    return Math.min(buffered != null ? buffered.count : array.count, buf.length) - pos;
  }

  /** Takes all bytes up to a place in the buffer, and the one that the JDK has looked at. */
  void take(ObjectInputStream.PeekInputStream peek, int upTo) {
    peek.peekb = -1;
    if (buffered != null) {
      peek.totalBytesRead += upTo - buffered.pos;
      buffered.pos = upTo;
    } else {
      peek.totalBytesRead += upTo - array.pos;
      array.pos = upTo;
    }
  }

  /**
   * The plan for the objects whose description has a handle; {@link JfsReadPlan#OF_JDK} if there is
   * none. Then {@link #lastDescription} is that description.
   */
  JfsReadPlan plan(ObjectInputStream.HandleTable handles, int handle) {
    if (handle == lastHandle && handles.entries[handle] == lastDescription) {
      return lastPlan;
    }
    return find(handles, handle);
  }

  private JfsReadPlan find(ObjectInputStream.HandleTable handles, int handle) {
    if (!JfsHandles.isKnown(handles, handle)
        || !(handles.entries[handle] instanceof ObjectStreamClass desc)) {
      return JfsReadPlan.OF_JDK;
    }
    if (handle >= plans.length) {
      int length = Math.max(handle + 1, 2 * plans.length);
      descriptions = Arrays.copyOf(descriptions, length);
      plans = Arrays.copyOf(plans, length);
    }
    if (descriptions[handle] != desc) {
      plans[handle] = JfsReadPlan.of(desc);
      descriptions[handle] = desc;
    }
    lastHandle = JfsHandles.isComplete(handles, handle) ? handle : -1;
    lastDescription = desc;
    lastPlan = plans[handle];
    return lastPlan;
  }
}
