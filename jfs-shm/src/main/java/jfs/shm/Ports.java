package jfs.shm;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntConsumer;

/** A set of TCP ports, which grows. Any thread may call. */
final class Ports {

  private final AtomicIntegerArray words = new AtomicIntegerArray((1 << 16) / Integer.SIZE);

  /** Whether the port is new. */
  boolean add(int port) {
    int bit = 1 << port;
    int at = port / Integer.SIZE;
    int word = words.get(at);
    while ((word & bit) == 0 && !words.compareAndSet(at, word, word | bit)) {
      word = words.get(at);
    }
    return (word & bit) == 0;
  }

  /** Takes no memory, also where it runs for the first time. */
  private void remove(int port) {
    int at = port / Integer.SIZE;
    int word = words.get(at);
    while (!words.compareAndSet(at, word, word & ~(1 << port))) {
      word = words.get(at);
    }
  }

  /**
   * Adds a port and tells of it, if it is new. Where that throws, for want of memory, the port is
   * as new as before.
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

  /** All of them, as a frame has them. */
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
