package java.io;

import jdk.internal.event.DeserializationEvent;

/**
 * Reads objects in place of the JDK's {@code ObjectInputStream.readObject0}: from the buffer of the
 * stream beneath, as far as all that it has to know of an object is in there, with the JDK's own
 * table of handles, counters and filters. All else it leaves to the JDK's code, object by object,
 * before it has taken a byte, and that comes back here for the objects beneath.
 *
 * <p>The agent makes it a nest mate of the stream, so that it may use its private members. It is
 * called by the threads that read, one at a time for each stream.
 */
final class JfsObjectInput {

  private static final long SIGNS = 0x8080_8080_8080_8080L;

  private static final int NULL_HANDLE = -1;

  /** A type code and a handle. */
  private static final int REFERENCE_SIZE = 5;

  private JfsObjectInput() {}

  /** The stream forgets what it has read: so does JFS, which would hold the classes else. */
  static void clear(ObjectInputStream in) {
    JfsInputState state = in.state$jfs;
    if (state != null) {
      state.forget(in.handles.size);
    }
    in.clear$jdk();
  }

  /** Reads an object; the JDK calls it from everywhere where it reads one. */
  static Object readObject0(ObjectInputStream in, Class<?> type, boolean unshared)
      throws IOException {
    if (!unshared && type == Object.class && in.bin != null && JfsStreams.readObjects()) {
      Object obj = tryToRead(in, in.bin);
      if (obj != JfsReadPlan.OF_JDK) {
        return obj;
      }
    }
    try {
      return in.readObject0$jdk(type, unshared);
    } catch (Throwable e) {
      if (JfsStreams.hasRead()) {
        JfsHandles.keepJdksTable(in);
      }
      throw e;
    }
  }

  /** Reads an object in whatever mode; or answers {@link JfsReadPlan#OF_JDK}, and has taken no byte. */
  private static Object tryToRead(ObjectInputStream in, ObjectInputStream.BlockDataInputStream bin)
      throws IOException {
    JfsInputState state = in.state$jfs;
    if (state == null) {
      state = new JfsInputState(bin.in.in);
      in.state$jfs = state;
    }
    // In block data mode the JDK's code has more to say of what may come.
    boolean isInBlock = bin.blkmode;
    if (!state.isOpen()
        || (isInBlock && (in.defaultDataEnd || bin.currentBlockRemaining() != 0))) {
      return JfsReadPlan.OF_JDK;
    }
    if (isInBlock) {
      bin.setBlockDataMode(false);
    }
    try {
      byte[] buf = state.buf();
      int pos = state.pos();
      return tryToRead(in, bin, state, buf, pos, state.left(buf, pos));
    } finally {
      if (isInBlock) {
        bin.setBlockDataMode(true);
      }
    }
  }

  /**
   * Reads an object, shared, of any type; block data mode is off. Small, so that it becomes a part
   * of the code for classes: many references are null.
   */
  static Object read(
      ObjectInputStream in, ObjectInputStream.BlockDataInputStream bin, JfsInputState state)
      throws IOException {
    byte[] buf = state.buf();
    int pos = state.pos();
    int left = state.left(buf, pos);
    if (left > 0 && buf[pos] == ObjectStreamConstants.TC_NULL && bin.in.peekb < 0) {
      return readNull(in, bin, state, pos + 1);
    }
    Object obj = tryToRead(in, bin, state, buf, pos, left);
    if (obj != JfsReadPlan.OF_JDK) {
      return obj;
    }
    try {
      return in.readObject0$jdk(Object.class, false);
    } catch (Throwable e) {
      JfsHandles.keepJdksTable(in);
      throw e;
    }
  }

  private static Object readNull(
      ObjectInputStream in,
      ObjectInputStream.BlockDataInputStream bin,
      JfsInputState state,
      int end) {
    in.totalObjectRefs++;
    state.take(bin.in, end);
    in.passHandle = NULL_HANDLE;
    return null;
  }

  /** Reads an object; or answers {@link JfsReadPlan#OF_JDK}, and has done nothing. Block data mode is off. */
  private static Object tryToRead(
      ObjectInputStream in,
      ObjectInputStream.BlockDataInputStream bin,
      JfsInputState state,
      byte[] buf,
      int at,
      int present)
      throws IOException {
    int pos = at;
    int left = present;
    int code = bin.in.peekb;
    if (code < 0) {
      if (left <= 0) {
        return JfsReadPlan.OF_JDK;
      }
      code = buf[pos++];
      left--;
    }
    switch ((byte) code) {
      case ObjectStreamConstants.TC_NULL:
        return readNull(in, bin, state, pos);
      case ObjectStreamConstants.TC_REFERENCE:
        if (left >= 4) {
          int handle = handle(buf, pos);
          if (JfsHandles.isKnown(in.handles, handle)
              && in.handles.entries[handle] != ObjectInputStream.unsharedMarker) {
            return readReference(in, bin, state, pos + 4, handle);
          }
        }
        break;
      case ObjectStreamConstants.TC_STRING:
        if (left >= 2) {
          int length = JfsArrays.UNSAFE.getCharUnaligned(buf, JfsArrays.BYTES + pos, true);
          if (left - 2 >= length && isAscii(buf, pos + 2, length)) {
            return readString(in, bin, state, buf, pos + 2, length);
          }
        }
        break;
      case ObjectStreamConstants.TC_OBJECT:
        if (left >= REFERENCE_SIZE && buf[pos] == ObjectStreamConstants.TC_REFERENCE) {
          int handle = handle(buf, pos + 1);
          JfsReadPlan plan = state.plan(in.handles, handle);
          if (plan.isWhole()) {
            Object obj = readWhole(in, bin, state, buf, pos, left, plan);
            if (obj != null) {
              return obj;
            }
          } else if (plan != JfsReadPlan.OF_JDK) {
            return readObject(in, bin, state, pos + REFERENCE_SIZE, handle, plan);
          }
        }
        break;
      default:
        break;
    }
    return JfsReadPlan.OF_JDK;
  }

  /** Reads an object whose head is there, if all of it is, in the form that the JDK writes. */
  private static Object readWhole(
      ObjectInputStream in,
      ObjectInputStream.BlockDataInputStream bin,
      JfsInputState state,
      byte[] buf,
      int at,
      int left,
      JfsReadPlan plan) {
    JfsWholeCodec code = plan.whole();
    if (code == null || in.enableResolve || isWatched(in) || !state.leavesReadingAsItIs(in)) {
      return null; // the program sees, or does, a part of it
    }
    if (isOfAnother(in.curContext)) {
      return null; // the JDK's code throws what it has to
    }
    return code.read(in, bin, state, buf, at + REFERENCE_SIZE, left - REFERENCE_SIZE);
  }

  /** Whether a class reads its part of the stream on another thread, and may do so alone. */
  private static boolean isOfAnother(SerialCallbackContext context) {
    try {
      if (context != null) {
        context.check();
      }
      return false;
    } catch (NotActiveException e) {
      return true;
    }
  }

  /** Takes all bytes up to a place in the buffer. Code calls it. */
  static void take(ObjectInputStream.BlockDataInputStream bin, JfsInputState state, int upTo) {
    state.take(bin.in, upTo);
  }

  /** The plan for the objects whose description has a handle. Code calls it. */
  static JfsReadPlan plan(ObjectInputStream in, JfsInputState state, int handle) {
    return state.plan(in.handles, handle);
  }

  /** The handle that is there. Code calls it. */
  static int handle(byte[] buf, int at) {
    return JfsArrays.UNSAFE.getIntUnaligned(buf, JfsArrays.BYTES + at, true) - ObjectStreamConstants.baseWireHandle;
  }

  private static boolean isAscii(byte[] buf, int at, int length) {
    int i = 0;
    for (; i <= length - 8; i += 8) {
      if ((JfsArrays.UNSAFE.getLongUnaligned(buf, JfsArrays.BYTES + at + i) & SIGNS) != 0) {
        return false;
      }
    }
    for (; i < length; i++) {
      if (buf[at + i] < 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether the JDK's filter, or a flight recorder, wants to know of each reference. */
  private static boolean isWatched(ObjectInputStream in) {
    return in.serialFilter != null || new DeserializationEvent().isEnabled();
  }

  private static Object readReference(
      ObjectInputStream in,
      ObjectInputStream.BlockDataInputStream bin,
      JfsInputState state,
      int end,
      int handle)
      throws IOException {
    in.depth++;
    in.totalObjectRefs++;
    try {
      state.take(bin.in, end);
      in.passHandle = handle;
      Object obj = in.handles.entries[handle];
      if (isWatched(in)) {
        in.filterCheck(null, -1);
      }
      return obj;
    } finally {
      in.depth--;
    }
  }

  @SuppressWarnings("deprecation") // the bytes are ASCII
  private static Object readString(
      ObjectInputStream in,
      ObjectInputStream.BlockDataInputStream bin,
      JfsInputState state,
      byte[] buf,
      int start,
      int length)
      throws IOException {
    in.depth++;
    in.totalObjectRefs++;
    try {
      String text =
          length == 0 && JfsValues.EMPTY_IS_SHARED ? "" : new String(buf, 0, start, length);
      state.take(bin.in, start + length);
      in.handles.finish(JfsHandles.assign(in, text));
      return in.enableResolve ? in.checkResolve(text) : text;
    } finally {
      in.depth--;
    }
  }

  private static Object readObject(
      ObjectInputStream in,
      ObjectInputStream.BlockDataInputStream bin,
      JfsInputState state,
      int end,
      int handle,
      JfsReadPlan plan)
      throws IOException {
    in.depth++;
    in.totalObjectRefs++;
    try {
      ObjectStreamClass desc = state.lastDescription;
      state.take(bin.in, end);
      in.passHandle = handle;
      if (isWatched(in)) {
        in.filterCheck(null, -1);
      }
      JfsReadCodec code = plan.hot.code;
      Object obj =
          code == null
              ? JfsValues.readObject(in, bin, state, desc, plan)
              : code.read(in, bin, state, desc);
      in.handles.finish(in.passHandle);
      return in.enableResolve ? in.checkResolve(obj) : obj;
    } finally {
      in.depth--;
    }
  }
}
