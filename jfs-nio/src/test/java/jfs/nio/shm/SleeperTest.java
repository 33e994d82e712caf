package jfs.nio.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicInteger;
import jfs.core.ring.WaitWord;
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
}
