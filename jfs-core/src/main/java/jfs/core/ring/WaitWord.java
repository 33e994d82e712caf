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

  /** Wake by a byte on the TCP connection. */
  public static final int ON_TCP = 1;

  /** Wake by a futex on this word. */
  public static final int ON_FUTEX = 2;

  /** Says how this end will sleep; what it then looks at is read after that. */
  public void arm(int how) {
    RingLayout.setInt(memory, at, how);
    VarHandle.fullFence();
  }

  /** Takes that back; false if the other end has seen it and has woken or will. */
  public boolean disarm() {
    return RingLayout.getAndSetInt(memory, at, AWAKE) != AWAKE;
  }

  /** How the other end sleeps. */
  public int get() {
    return RingLayout.getInt(memory, at);
  }

  /** Takes the duty to wake whoever sleeps in this way; false if nobody does. */
  public boolean takeIf(int how) {
    return RingLayout.compareAndSetInt(memory, at, how, AWAKE);
  }

  /** Takes the duty to wake the other end: the way to, or {@link #AWAKE} for none. */
  public int take() {
    return RingLayout.getAndSetInt(memory, at, AWAKE);
  }
}
