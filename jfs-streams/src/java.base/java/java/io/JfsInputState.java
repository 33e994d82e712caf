package java.io;

import java.util.Arrays;

/**
 * What JFS knows of one object stream that is read: where the bytes beneath it are, if they are in
 * the buffer of one of the JDK's own streams, and the plans for the classes that it described. Used
 * as the stream itself, by one thread at a time.
 */
final class JfsInputState {

  /** A power of two. */
  private static final int PLACES = 16;

  /** Where the primitive fields of an object are in what {@link JfsValues#primitives} answers. */
  int at;

  /** The most handles that the stream has given until it was last reset. */
  int mostHandles;

  /** Whether the table of handles must be as long as the JDK's, until the stream is reset. */
  boolean hasJdksTable;

  /** The stream beneath, if it is one of these; a subclass may have its bytes elsewhere. */
  private final BufferedInputStream buffered;

  private final ByteArrayInputStream array;

  private boolean isClassKnown;
  private boolean leavesReadingAsItIs;

  /** The plans of descriptions, by handle, each in the first free place from that of its handle. */
  private int[] planned = new int[PLACES];

  private ObjectStreamClass[] descriptions = new ObjectStreamClass[PLACES];
  private JfsReadPlan[] plans = new JfsReadPlan[PLACES];
  private int count;

  /** The description that was found last, and its plan; its handle if it was read in whole. */
  private int lastHandle = -1;

  ObjectStreamClass lastDescription;
  private JfsReadPlan lastPlan;

  JfsInputState(InputStream beneath) {
    Class<?> type = beneath == null ? null : beneath.getClass();
    buffered = type == BufferedInputStream.class ? (BufferedInputStream) beneath : null;
    array = type == ByteArrayInputStream.class ? (ByteArrayInputStream) beneath : null;
  }

  /**
   * The stream forgets what it has read. Takes no heap: a close that fails for lack of it would
   * leave the stream beneath open.
   *
   * @param handles how many it has given since it was last reset
   */
  void forget(int handles) {
    mostHandles = Math.max(mostHandles, handles);
    hasJdksTable = false;
    Arrays.fill(descriptions, null);
    Arrays.fill(plans, null);
    count = 0;
    lastHandle = -1;
    lastDescription = null;
    lastPlan = null;
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

  /** Whether a stream's class leaves the methods as they are that classes of the JDK's read by. */
  boolean leavesReadingAsItIs(ObjectInputStream in) {
    if (!isClassKnown) {
      leavesReadingAsItIs = JfsOverrides.hasNone(in.getClass(), ObjectInputStream.class);
      isClassKnown = true;
    }
    return leavesReadingAsItIs;
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
    if (handle == lastHandle && handle >= 0 && handles.entries[handle] == lastDescription) {
      return lastPlan;
    }
    return find(handles, handle);
  }

  private JfsReadPlan find(ObjectInputStream.HandleTable handles, int handle) {
    if (!JfsHandles.isKnown(handles, handle)
        || !(handles.entries[handle] instanceof ObjectStreamClass desc)) {
      return JfsReadPlan.OF_JDK;
    }
    JfsReadPlan plan = known(handle, desc);
    lastHandle = JfsHandles.isComplete(handles, handle) ? handle : -1;
    lastDescription = desc;
    lastPlan = plan;
    return plan;
  }

  private JfsReadPlan known(int handle, ObjectStreamClass desc) {
    int place = place(handle);
    if (descriptions[place] != null && planned[place] == handle) {
      if (descriptions[place] != desc) { // the JDK has given the handle to another one
        descriptions[place] = desc;
        plans[place] = JfsReadPlan.of(desc);
      }
      return plans[place];
    }
    JfsReadPlan plan = JfsReadPlan.of(desc);
    try {
      add(handle, desc, plan);
    } catch (OutOfMemoryError e) {
      // The JDK would have needed no memory. It is asked again.
    }
    return plan;
  }

  private int place(int handle) {
    int mask = planned.length - 1;
    int place = handle & mask;
    while (descriptions[place] != null && planned[place] != handle) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private void add(int handle, ObjectStreamClass desc, JfsReadPlan plan) {
    if (2 * (count + 1) > planned.length) {
      grow();
    }
    int place = place(handle);
    planned[place] = handle;
    plans[place] = plan;
    descriptions[place] = desc;
    count++;
  }

  private void grow() {
    int length = 2 * planned.length;
    int[] oldPlanned = planned;
    ObjectStreamClass[] oldDescriptions = descriptions;
    JfsReadPlan[] oldPlans = plans;
    int[] newPlanned = new int[length];
    ObjectStreamClass[] newDescriptions = new ObjectStreamClass[length];
    JfsReadPlan[] newPlans = new JfsReadPlan[length];
    planned = newPlanned; // from here on nothing fails for lack of memory
    descriptions = newDescriptions;
    plans = newPlans;
    for (int i = 0; i < oldPlanned.length; i++) {
      if (oldDescriptions[i] != null) {
        int place = place(oldPlanned[i]);
        planned[place] = oldPlanned[i];
        plans[place] = oldPlans[i];
        descriptions[place] = oldDescriptions[i];
      }
    }
  }
}
