package jfs.shm.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InterruptedIOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import jfs.core.ring.WaitWord;
import jfs.core.tcp.PeerEnding;
import jfs.core.transport.Anchor;
import jfs.core.wait.Futex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WakerTest {

  private final WaitWord word =
      new WaitWord(ByteBuffer.allocateDirect(Integer.BYTES).order(ByteOrder.nativeOrder()), 0);
  private final Receiving receiver = new Receiving();
  private final AtomicInteger wakes = new AtomicInteger();

  /** The other end, which has something to take. */
  private static final class Receiving implements PeerEnding.Receiver {
    private boolean hasUnread = true;
    private Runnable meanwhile = () -> {};

    @Override
    public int receiverFlags() {
      return 0;
    }

    @Override
    public boolean hasUnread() {
      boolean answer = hasUnread;
      Runnable once = meanwhile;
      meanwhile = () -> {};
      once.run();
      return answer;
    }
  }

  private final class CountingFutex implements Futex {
    @Override
    public void await(ByteBuffer memory, int at, int expected, long nanos) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void wake(ByteBuffer memory, int at) {
      wakes.incrementAndGet();
    }

    @Override
    public boolean isAvailable() {
      return true;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {WaitWord.AWAKE, WaitWord.ON_FUTEX})
  void ownThreadIsWokenEvenIfAPeerHasTakenThatUponItselfAndDied(int value) {
    word.arm(value);
    new Waker(null, new CountingFutex(), null).wakeByFutex(word);
    assertEquals(1, wakes.get());
    assertEquals(WaitWord.AWAKE, word.get());
  }

  @Test
  void aDoorbellThatIsAwaitedStaysSo() {
    word.arm(WaitWord.ON_TCP);
    new Waker(null, new CountingFutex(), null).wakeByFutex(word);
    assertEquals(WaitWord.ON_TCP, word.get());
  }

  /**
   * A doorbell that is unread when its JVM is killed would make the kernel reset a stream that was
   * read to its end.
   */
  @ParameterizedTest
  @ValueSource(ints = {WaitWord.ON_TCP, WaitWord.ON_FUTEX})
  void oneThatHasTakenAllIsNotWoken(int how) {
    Exhausted tcp = new Exhausted(0);
    receiver.hasUnread = false;
    word.arm(how);
    new Waker(tcp, new CountingFutex(), null).wake(word, receiver);
    assertEquals(how, word.get());
    assertEquals(0, tcp.written);
    assertEquals(0, wakes.get());
  }

  @Test
  void oneThatWaitsForAnEventFdIsSignalled() throws Exception {
    Signals signals = new Signals();
    Waker waker = new Waker(new Exhausted(0), null, signals);
    word.arm(WaitWord.onEventFd(5, 1));
    waker.wake(word, receiver);
    waker.wake(word, receiver);
    assertEquals(List.of(5), signals.came);
    assertEquals(0, waker.doorbells());
  }

  /** The waker is between its two looks when the other end takes all and sleeps again. */
  @Test
  void oneThatHasTakenAllAndSleepsAgainIsNotWoken() {
    Exhausted tcp = new Exhausted(0);
    word.arm(WaitWord.onTcp(1));
    receiver.meanwhile =
        () -> {
          receiver.hasUnread = false;
          word.arm(WaitWord.onTcp(2));
        };
    new Waker(tcp, null, null).wake(word, receiver);
    assertEquals(WaitWord.onTcp(2), word.get());
    assertEquals(0, tcp.written);
  }

  /** TCP for which the JDK lacks memory so many times. */
  private static final class Exhausted implements Anchor {
    private int failures;
    private boolean isStackFull;
    private boolean isFull;
    private int written;
    private Runnable within = () -> {};

    Exhausted(int failures) {
      this.failures = failures;
    }

    @Override
    public long readsAt() {
      return -1;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws InterruptedIOException {
      if (isStackFull) {
        throw new StackOverflowError();
      }
      Runnable once = within;
      within = () -> {};
      once.run();
      if (isFull && Thread.currentThread().isInterrupted()) {
        throw new InterruptedIOException();
      }
      if (failures-- > 0) {
        throw new OutOfMemoryError("direct buffer memory");
      }
      written += length;
    }

    @Override
    public int read(byte[] bytes, int offset, int length, int timeoutMillis) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int available() {
      return 0;
    }

    @Override
    public void shutdownOutput() {}

    @Override
    public void resetAtClose() {}

    @Override
    public void close() {}
  }

  @Test
  void aDoorbellForWhichThereIsNoMemoryIsRungALittleLater() throws Exception {
    Exhausted tcp = new Exhausted(3);
    Waker waker = new Waker(tcp, null, null);
    word.arm(WaitWord.ON_TCP);
    waker.wake(word, receiver);
    assertEquals(1, tcp.written);
    assertEquals(1, waker.doorbells());
    assertEquals(WaitWord.AWAKE, word.get());
  }

  @Test
  void aDoorbellForWhichThereIsNeverMemoryIsLeftToTheNextWaker() throws Exception {
    Exhausted tcp = new Exhausted(Integer.MAX_VALUE);
    Waker waker = new Waker(tcp, null, null);
    word.arm(WaitWord.ON_TCP);
    assertFalse(waker.wake(word, receiver));
    assertEquals(0, waker.doorbells());
    assertEquals(WaitWord.ON_TCP, word.get());
    tcp.failures = 0;
    assertTrue(waker.wake(word, receiver));
    assertEquals(1, tcp.written);
  }

  /** As the JDK's write of a virtual thread is, if it has to wait for room. */
  @Test
  void aDoorbellThatAnInterruptHasEndedIsRungNevertheless() {
    Exhausted tcp = new Exhausted(0);
    tcp.isFull = true;
    word.arm(WaitWord.ON_TCP);
    Thread.currentThread().interrupt();
    new Waker(tcp, null, null).wake(word, receiver);
    assertTrue(Thread.interrupted());
    assertEquals(1, tcp.written);
  }

  /** The JVM may load a class in the midst of that, and tell an agent, which may write, too. */
  @Test
  void aWriteWithinAWriteDoesNotRingForBoth() throws Exception {
    Exhausted tcp = new Exhausted(0);
    Waker waker = new Waker(tcp, null, null);
    word.arm(WaitWord.onTcp(1));
    tcp.within = () -> assertTrue(waker.wake(word, receiver));
    waker.wake(word, receiver);
    assertEquals(1, tcp.written);
    assertEquals(1, waker.doorbells());
  }

  /** The program catches the error, and writes again. */
  @Test
  void aDoorbellForWhichTheStackHasNoRoomIsLeftToTheNextWaker() {
    Exhausted tcp = new Exhausted(0);
    tcp.isStackFull = true;
    Waker waker = new Waker(tcp, null, null);
    word.arm(WaitWord.onTcp(1));
    assertThrows(StackOverflowError.class, () -> waker.wake(word, receiver));
    tcp.isStackFull = false;
    receiver.hasUnread = false; // whatever came of the bytes, this end has taken the arming
    waker.wake(word, receiver);
    assertEquals(1, tcp.written);
    waker.wake(word, receiver);
    assertEquals(1, tcp.written);
    assertThrows(SocketException.class, waker::doorbells, "the first may have come, too");
  }

  /** One thread each, whose stack has room for so many small frames more. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 64})
  void whereverTheStackOverflowsTheNextWakerRings(int room) throws Exception {
    for (int i = 1; i < 20; i++) {
      Exhausted tcp = new Exhausted(0);
      Waker waker = new Waker(tcp, null, null);
      word.arm(WaitWord.onTcp(i));
      AtomicReference<Throwable> unexpected = new AtomicReference<>();
      Thread thread = new Thread(null, () -> new NearlyFull(waker).run(room), "full", 180 * 1024);
      thread.setUncaughtExceptionHandler((t, e) -> unexpected.set(e));
      thread.start();
      thread.join();
      assertNull(unexpected.get());
      boolean taken = word.get() == WaitWord.AWAKE;
      waker.wake(word, receiver);
      assertEquals(WaitWord.AWAKE, word.get());
      assertTrue(tcp.written >= 1, "the reader sleeps, and its arming is gone: " + taken);
    }
  }

  /** Fills a stack, and has a thread wake the other end that many frames above its end. */
  private final class NearlyFull {
    private final Waker waker;
    private int left = -1;

    NearlyFull(Waker waker) {
      this.waker = waker;
    }

    void run(int room) {
      try {
        descend(room);
      } catch (StackOverflowError e) {
        // As a program does that goes on.
      }
    }

    @SuppressWarnings("InfiniteRecursion") // as is meant: the stack is to overflow
    private void descend(int room) {
      try {
        descend(room);
      } catch (StackOverflowError e) {
        if (left < 0) {
          left = room;
        }
      }
      if (left-- == 0) {
        waker.wake(word, receiver);
      }
    }
  }
}
