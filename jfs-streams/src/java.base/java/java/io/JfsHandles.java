package java.io;

import java.util.Arrays;

/**
 * What JFS does with the JDK's table of handles, which says what a stream's references mean, and
 * whether the class of something was not found. Code for classes calls it.
 */
final class JfsHandles {

  /** The status of an object that was read in whole. */
  private static final byte OK;

  /** The status of an object beneath which a class was not found. */
  private static final byte EXCEPTION;

  /** The status of an object that is being read. */
  private static final byte OPEN;

  private static final int NULL_HANDLE = -1;

  /** Below so many objects the table grows by more than the JDK's factor of two. */
  private static final int FEW = 4096;

  /** How many objects the JDK's table has room for at first. */
  private static final int FIRST_ROOM = 10;

  static {
    ObjectInputStream.HandleTable table = new ObjectInputStream.HandleTable(3);
    table.finish(table.assign(null));
    table.markException(table.assign(null), null);
    OK = table.status[0];
    EXCEPTION = table.status[1];
    OPEN = table.status[table.assign(null)];
  }

  private JfsHandles() {}

  /** Gives an object the next handle, and answers it. */
  static int assign(ObjectInputStream in, Object obj) {
    ObjectInputStream.HandleTable handles = in.handles;
    if (handles.size >= handles.entries.length) {
      grow(in);
    }
    int handle = handles.assign(obj);
    in.passHandle = handle;
    return handle;
  }

  /** The JDK begins with ten objects, and doubles: a third of the time goes into copies. */
  private static void grow(ObjectInputStream in) {
    int size = in.handles.size;
    JfsInputState state = in.state$jfs;
    if (size >= FEW || state == null || state.hasJdksTable) {
      return; // the JDK's code grows it
    }
    resize(in.handles, 4 * size + 64);
  }

  private static void resize(ObjectInputStream.HandleTable handles, int length) {
    try {
      byte[] status = Arrays.copyOf(handles.status, length);
      Object[] entries = Arrays.copyOf(handles.entries, length);
      handles.deps = Arrays.copyOf(handles.deps, length);
      handles.status = status;
      handles.entries = entries; // last: its length is what the JDK looks at
    } catch (OutOfMemoryError e) {
      // There may be enough for what the JDK's code wants.
    }
  }

  /**
   * Makes the table as long as the JDK's would be, if the stream has come to a handle that nothing
   * has. A program may go on after that: the JDK's code then takes the handle for an index, and
   * what it throws depends on whether the array ends before it.
   */
  static void keepJdksTable(ObjectInputStream in) {
    ObjectInputStream.HandleTable handles = in.handles;
    if (handles == null || in.passHandle < handles.size) {
      return;
    }
    JfsInputState state = in.state$jfs;
    if (state == null) {
      state = new JfsInputState(in.bin.in.in);
      in.state$jfs = state;
    }
    state.hasJdksTable = true;
    int length = FIRST_ROOM;
    while (length < Math.max(handles.size, state.mostHandles)) {
      length = 2 * length + 1;
    }
    if (length < handles.entries.length) {
      resize(handles, length);
    }
  }

  /** Gives an object that is read in whole the next handle, and answers it. */
  static int addWhole(ObjectInputStream in, Object obj) {
    in.totalObjectRefs++;
    int handle = assign(in, obj);
    in.handles.finish(handle);
    return handle;
  }

  /** The same for one beneath the object that was added last. */
  static void addBeneath(ObjectInputStream in, Object obj) {
    int last = in.passHandle;
    addWhole(in, obj);
    in.passHandle = last;
  }

  /** Gives a handle to an object that was made after those beneath it; answers the object. */
  static Object replace(ObjectInputStream in, int handle, Object obj) {
    in.handles.entries[handle] = obj;
    in.passHandle = handle;
    return obj;
  }

  /** Whether a handle is that of a class's description. */
  static boolean isClass(ObjectInputStream in, int handle, Class<?> type) {
    if (!isKnown(in.handles, handle)
        || !(in.handles.entries[handle] instanceof ObjectStreamClass desc)) {
      return false;
    }
    try {
      return desc.forClass() == type;
    } catch (InternalError e) {
      return false; // a description that was found wrong
    }
  }

  /** Whether no class was missing so far: else what follows is read in vain. */
  static boolean isWhole(ObjectInputStream in, int handle) {
    return in.handles.status[handle] != EXCEPTION;
  }

  /** Whether a handle can be referred to, and nothing beneath it lacks its class. */
  static boolean isKnown(ObjectInputStream.HandleTable handles, int handle) {
    return handle >= 0 && handle < handles.size && handles.status[handle] != EXCEPTION;
  }

  /** Whether what has this handle was read in whole: that lasts until the stream is reset. */
  static boolean isComplete(ObjectInputStream.HandleTable handles, int handle) {
    return handles.status[handle] == OK;
  }

  /** An object depends on what was read last: if a class was missing there, it is here. */
  static void depends(ObjectInputStream in, int handle) {
    int last = in.passHandle;
    byte[] status = in.handles.status;
    // The JDK's code also says if the object itself cannot depend on anything any more.
    if (last != NULL_HANDLE && (status[handle] != OPEN || status[last] != OK)) {
      in.handles.markDependency(handle, last);
    }
  }
}
