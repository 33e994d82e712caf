package jfs.core.ring;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * How a waiter tells the other end that it sleeps and how to wake it.
 *
 * <p>The waiter arms the word, looks once more for what it waits for, and sleeps. The other end
 * publishes, then looks at the word. On both sides a full fence lies between the store and the
 * look, as in Dekker's algorithm; without it a processor may do the look first, and the two ends
 * miss each other. So either the waiter sees what was published, or the other end sees the word
 * armed.
 *
 * @param memory the memory that holds it
 * @param at its offset in the memory, a multiple of 4
 */
public record WaitWord(ByteBuffer memory, int at) {

  /** No thread sleeps. */
  public static final int AWAKE = 0;

  /** Wake by a doorbell on TCP; the word holds this with a number, {@link #onTcp}. */
  public static final int ON_TCP = 1;

  /** Wake by a futex on this word. */
  public static final int ON_FUTEX = 2;

  /** Wake by an eventfd of the receiver's; the word holds more, {@link #onEventFd}. */
  public static final int ON_EVENTFD = 3;

  private static final int HOW_BITS = 2;
  private static final int EVENTFD_BITS = 6;

  /**
   * The value for a sleep on TCP. Each arming has another number, which may overflow. The other end
   * looks at more than the word before it takes the duty to wake. The number tells it whether it
   * takes the same arming that it saw.
   */
  public static int onTcp(int number) {
    return ON_TCP | number << HOW_BITS;
  }

  /**
   * The value for a sleep in a selector that an eventfd wakes.
   *
   * @param eventFd its number, from 0 to 63, by which the peer knows it
   * @param number of the arming, as with {@link #onTcp}
   */
  public static int onEventFd(int eventFd, int number) {
    return ON_EVENTFD | (eventFd | number << EVENTFD_BITS) << HOW_BITS;
  }

  /** Which eventfd a value of {@link #onEventFd} asks for. */
  public static int eventFdOf(int value) {
    return value >>> HOW_BITS & (1 << EVENTFD_BITS) - 1;
  }

  /** How the end that has armed its word with this value sleeps. */
  public static int howOf(int value) {
    return value & (1 << HOW_BITS) - 1;
  }

  /** Announces how this end will sleep; a full fence comes before what it reads next. */
  public void arm(int value) {
    RingLayout.setInt(memory, at, value);
    VarHandle.fullFence();
  }

  /** Takes that back; false if the other end has taken the duty to wake this one. */
  public boolean disarm() {
    return RingLayout.getAndSetInt(memory, at, AWAKE) != AWAKE;
  }

  /** What the other end has armed it with, or {@link #AWAKE}. */
  public int get() {
    return RingLayout.getInt(memory, at);
  }

  /**
   * Takes the duty to wake the end that has armed the word with this value; false if the word holds
   * another value.
   */
  public boolean takeIf(int value) {
    return RingLayout.compareAndSetInt(memory, at, value, AWAKE);
  }

  /**
   * Gives back what {@link #takeIf} has taken, for the next one that wakes, unless it armed anew.
   */
  public void putBack(int value) {
    RingLayout.compareAndSetInt(memory, at, AWAKE, value);
  }
}
