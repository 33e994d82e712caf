package jfs.jcstress;

import jfs.core.ring.CorruptRingException;
import jfs.core.ring.RingLayout;
import jfs.core.ring.WaitWord;

/** The actors' operations, with exceptions turned into results: nothing may be found corrupt. */
final class RingEnds {

  static final int CORRUPT = -1;

  private RingEnds() {}

  /** Puts bytes in and returns how many. */
  static int put(SharedMemory memory, int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) values[i];
    }
    try {
      return memory.sender.put(bytes, 0, bytes.length);
    } catch (CorruptRingException e) {
      return CORRUPT;
    }
  }

  /** Takes one byte and returns it, or 0. */
  static int take(SharedMemory memory) {
    byte[] one = new byte[1];
    return take(memory, one) < 0 ? CORRUPT : one[0];
  }

  /** Takes what there is and returns how many bytes. */
  static int take(SharedMemory memory, byte[] into) {
    try {
      return memory.receiver.take(into, 0, into.length);
    } catch (CorruptRingException e) {
      return CORRUPT;
    }
  }

  static boolean hasBytes(SharedMemory memory) {
    try {
      return memory.receiver.hasBytes();
    } catch (CorruptRingException e) {
      throw new AssertionError(e);
    }
  }

  static boolean hasRoom(SharedMemory memory) {
    try {
      return memory.sender.hasRoom();
    } catch (CorruptRingException e) {
      throw new AssertionError(e);
    }
  }

  /** Moves to another chunk: a freed one, if the receiver has left one. */
  static void move(SharedMemory memory) {
    try {
      memory.sender.pending();
    } catch (CorruptRingException e) {
      throw new AssertionError(e);
    }
    if (!memory.sender.moveTo(RingLayout.CHUNK_UNIT)) {
      throw new AssertionError("no memory");
    }
  }

  /** Whether this end is to wake the other. What the other waits for was published before. */
  static boolean wakes(WaitWord word) {
    int seen = word.get();
    return seen != WaitWord.AWAKE && word.takeIf(seen);
  }
}
