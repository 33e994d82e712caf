package jfs.core.ring;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * How one end tells the other that it sleeps and wants to be woken.
 *
 * <p>The sleeper arms the word, looks once more for what it waits for, and sleeps. The other end
 * publishes, then looks at the word. On both sides a full fence lies between the store and the
 * look, as in Dekker's algorithm: without it a processor may take the look first, and both miss
 * each other. So either the sleeper sees what was published, or the other end sees the word armed.
 *
 * @param memory where it lies
 * @param at where in the memory, a multiple of 4
 */
public record WaitWord(ByteBuffer memory, int at) {

  /** Nobody sleeps. */
  public static final int AWAKE = 0;

  /** Wake by a byte on the TCP connection; in the word with a number, {@link #onTcp}. */
  public static final int ON_TCP = 1;

  /** Wake by a futex on this word. */
  public static final int ON_FUTEX = 2;

  private static final int HOW_BITS = 2;

  /**
   * To sleep on TCP, as this end does for the time of this number, which may overflow. So the other
   * end, which looks at more than the word before it takes the duty to wake, can tell whether it
   * takes the same arming that it saw.
   */
  public static int onTcp(int number) {
    return ON_TCP | number << HOW_BITS;
  }

  /** How the end sleeps that has armed its word with this value. */
  public static int howOf(int value) {
    return value & (1 << HOW_BITS) - 1;
  }

  /** Says how this end will sleep; what it then looks at is read after that. */
  public void arm(int value) {
    RingLayout.setInt(memory, at, value);
    VarHandle.fullFence();
  }

  /** Takes that back; false if the other end has seen it and has woken or will. */
  public boolean disarm() {
    return RingLayout.getAndSetInt(memory, at, AWAKE) != AWAKE;
  }

  /** What the other end has armed it with, or {@link #AWAKE}. */
  public int get() {
    return RingLayout.getInt(memory, at);
  }

  /**
   * Takes the duty to wake the end that has armed it with this value; false if it holds another.
   */
  public boolean takeIf(int value) {
    return RingLayout.compareAndSetInt(memory, at, value, AWAKE);
  }
}
