package jfs.nio.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicInteger;
import jfs.core.ring.WaitWord;
import jfs.core.transport.Anchor;
import jfs.core.transport.Preference;
import jfs.core.wait.Futex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SleeperTest {

  private final WaitWord word =
      new WaitWord(ByteBuffer.allocateDirect(Integer.BYTES).order(ByteOrder.nativeOrder()), 0);
  private final AtomicInteger wakes = new AtomicInteger();

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
    new Sleeper(null, new CountingFutex(), false, Preference.NONE).wakeByFutex(word);
    assertEquals(1, wakes.get());
    assertEquals(WaitWord.AWAKE, word.get());
  }

  @Test
  void aDoorbellThatIsAwaitedStaysSo() {
    word.arm(WaitWord.ON_TCP);
    new Sleeper(null, new CountingFutex(), false, Preference.NONE).wakeByFutex(word);
    assertEquals(WaitWord.ON_TCP, word.get());
  }

  private static boolean polls(boolean mayPoll, Preference preference) {
    return new Sleeper(null, null, mayPoll, preference).newSpin().begin();
  }

  @Test
  void whoPrefersBandwidthDoesNotPoll() {
    assertTrue(polls(true, Preference.NONE));
    assertTrue(polls(true, Preference.LATENCY));
    assertFalse(polls(true, Preference.BANDWIDTH));
    assertFalse(polls(false, Preference.BANDWIDTH));
  }

  /** TCP for which the JDK has no memory, so many times. */
  private static final class Exhausted implements Anchor {
    private int failures;
    private int written;

    Exhausted(int failures) {
      this.failures = failures;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
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
  void aDoorbellForWhichThereIsNoMemoryIsRungALittleLater() {
    Exhausted tcp = new Exhausted(3);
    Sleeper sleeper = new Sleeper(tcp, null, false, Preference.NONE);
    word.arm(WaitWord.ON_TCP);
    sleeper.wake(word);
    assertEquals(1, tcp.written);
    assertEquals(1, sleeper.doorbells());
    assertEquals(WaitWord.AWAKE, word.get());
  }

  @Test
  void aDoorbellForWhichThereIsNeverMemoryIsLeftToTheNextWaker() {
    Exhausted tcp = new Exhausted(Integer.MAX_VALUE);
    Sleeper sleeper = new Sleeper(tcp, null, false, Preference.NONE);
    word.arm(WaitWord.ON_TCP);
    sleeper.wake(word);
    assertEquals(0, sleeper.doorbells());
    assertEquals(WaitWord.ON_TCP, word.get());
    tcp.failures = 0;
    sleeper.wake(word);
    assertEquals(1, tcp.written);
  }
}
