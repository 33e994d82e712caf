package jfs.shm.control;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntConsumer;

/** A growing set of TCP ports. Any thread may call. */
final class Ports {

  private final AtomicIntegerArray words = new AtomicIntegerArray((1 << 16) / Integer.SIZE);

  /** Adds a port; returns whether it is new. */
  boolean add(int port) {
    int bit = 1 << port;
    int at = port / Integer.SIZE;
    int word = words.get(at);
    while ((word & bit) == 0 && !words.compareAndSet(at, word, word | bit)) {
      word = words.get(at);
    }
    return (word & bit) == 0;
  }

  /** Takes no heap, not even on its first run. */
  private void remove(int port) {
    int at = port / Integer.SIZE;
    int word = words.get(at);
    while (!words.compareAndSet(at, word, word & ~(1 << port))) {
      word = words.get(at);
    }
  }

  /**
   * Adds a port and announces it, if it is new. If that fails for lack of memory, the port counts
   * as new again.
   */
  void add(int port, IntConsumer telling) {
    if (contains(port) || !add(port)) {
      return;
    }
    boolean told = false;
    try {
      telling.accept(port);
      told = true;
    } finally {
      if (!told) {
        remove(port);
      }
    }
  }

  boolean contains(int port) {
    return (words.get(port / Integer.SIZE) & 1 << port) != 0;
  }

  /** A frame with all of them. */
  Frame frame() {
    Frame frame = Frame.of(FrameType.PORTS);
    for (int at = 0; at < words.length(); at++) {
      for (int left = words.get(at); left != 0; left &= left - 1) {
        frame.u16(at * Integer.SIZE + Integer.numberOfTrailingZeros(left));
      }
    }
    return frame;
  }
}
