package java.io;

import java.util.Arrays;

/**
 * What JFS does with the JDK's table of the objects that a stream has written, and of their
 * handles. A nest mate of the stream.
 */
final class JfsOutputHandles {

  /** Larger tables grow more slowly. */
  private static final int LARGE = 1 << 16;

  private static final int MOST_CHAINS = 1 << 28;

  /** To reset more takes longer than to write a small object. */
  private static final int MANY_CHAINS = 256;

  private JfsOutputHandles() {}

  /** Finds the handle of an object, as the JDK's table does; -1 if it has none. */
  static int lookup(ObjectOutputStream.HandleTable handles, Object obj, int hash) {
    int[] spine = handles.spine;
    int mask = spine.length - 1;
    if ((spine.length & mask) != 0) {
      return handles.lookup(obj);
    }
    Object[] objs = handles.objs;
    int[] next = handles.next;
    for (int i = spine[hash & mask]; i >= 0; i = next[i]) {
      if (objs[i] == obj) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Gives an object the next handle. The table is the JDK's, but for the number of its chains: with
   * a power of two, the JDK's remainder is a mask.
   */
  static void assign(ObjectOutputStream.HandleTable handles, Object obj, int hash) {
    int handle = handles.size;
    if (handle >= handles.next.length) {
      handles.growEntries();
    }
    int mask = handles.spine.length - 1;
    if (handle >= handles.threshold || (handles.spine.length & mask) != 0) {
      mask = moreChains(handles, mask);
    }
    int chain = hash & mask;
    handles.objs[handle] = obj;
    handles.next[handle] = handles.spine[chain];
    handles.spine[chain] = handle;
    handles.size = handle + 1;
  }

  /** As many as the table needs, or those that it has, which get longer; answers the mask. */
  private static int moreChains(ObjectOutputStream.HandleTable handles, int mask) {
    try {
      return makeChains(handles, handles.size);
    } catch (OutOfMemoryError e) {
      if ((handles.spine.length & mask) != 0) {
        throw e; // the JDK's
      }
      handles.threshold = (int) Math.min(2L * handles.size, Integer.MAX_VALUE);
      return mask;
    }
  }

  /**
   * Takes chains away from a table that was reset, if the objects before that needed few of them:
   * the JDK resets all chains, and would for each message as long as the largest one was.
   */
  static void shrink(ObjectOutputStream.HandleTable handles, int needed) {
    if (handles.spine.length > Math.max(MANY_CHAINS, 16L * needed)) {
      try {
        makeChains(handles, needed);
      } catch (OutOfMemoryError e) {
        // They stay.
      }
    }
  }

  /** Gives the table as many chains as so many objects need; answers the mask. */
  private static int makeChains(ObjectOutputStream.HandleTable handles, int needed) {
    // Few fuller ones; but a large table takes memory, and a reset as long as it is large.
    long more = (long) Integer.highestOneBit(Math.max(1, needed)) << (needed < LARGE ? 2 : 1);
    int length = (int) Math.max(32, Math.min(MOST_CHAINS, more));
    int[] spine = new int[length];
    Arrays.fill(spine, -1);
    for (int i = 0; i < handles.size; i++) {
      int chain = System.identityHashCode(handles.objs[i]) & (length - 1);
      handles.next[i] = spine[chain];
      spine[chain] = i;
    }
    handles.spine = spine;
    handles.threshold = length == MOST_CHAINS ? Integer.MAX_VALUE : length;
    return length - 1;
  }
}
