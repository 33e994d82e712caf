package jfs.toy;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import jfs.core.runtime.Interrupts;

/**
 * What the two ends of a connection share: the decision whether they use the pair, the two
 * directions, and the lock that guards these. With one lock for all, a thread sees all that the
 * other end has done or nothing of it, and no order of writes matters.
 *
 * <p>It refers to neither end: one that its program has forgotten is collected though the other
 * lives.
 */
final class ToyPair {

  private static final int OPEN = 0;
  private static final int COMMITTED = 1;
  private static final int ABORTED = 2;

  /** One end commits, or either aborts, by compare-and-set: the first of them decides for both. */
  private final AtomicInteger decision = new AtomicInteger(OPEN);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition room = lock.newCondition();
  private final Held held = lock::unlock;

  /** The bytes one way. */
  final ToyDirection there = new ToyDirection();

  /** The bytes the other way. */
  final ToyDirection back = new ToyDirection();

  /** The lock in the hands of a thread. */
  interface Held extends AutoCloseable {
    @Override
    void close();
  }

  /** Commits both ends, unless the pair was aborted. */
  boolean commit() {
    return decision.compareAndSet(OPEN, COMMITTED);
  }

  /** Aborts the pair; false if both ends have committed. */
  boolean abort() {
    return decision.compareAndSet(OPEN, ABORTED) || decision.get() == ABORTED;
  }

  boolean isCommitted() {
    return decision.get() == COMMITTED;
  }

  /** Takes the lock; closing the result releases it. */
  Held lock() {
    lock.lock();
    return held;
  }

  /** Lets senders that wait for room look again. The caller holds the lock. */
  void wakeSenders() {
    room.signalAll();
  }

  /**
   * Waits for room, or for no reason at all. The caller holds the lock, and looks again.
   *
   * @throws java.io.InterruptedIOException if a virtual thread is interrupted: the JDK's stream
   *     then closes the socket. An interrupt of a platform thread lasts, and has no other effect.
   */
  @SuppressWarnings("WaitNotInLoop") // the caller has the loop
  void awaitRoom() throws IOException {
    boolean interrupted = Interrupts.take();
    try {
      room.await();
    } catch (InterruptedException e) {
      interrupted = true; // a virtual thread takes note when it is about to wait again
    } finally {
      Interrupts.restore(interrupted);
    }
  }
}
