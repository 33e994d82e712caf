package jfs.shm.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jfs.core.ring.WaitWord;
import org.junit.jupiter.api.Test;

/** Each arming is taken back, or a doorbell answers it. */
class DoorbellsTest {

  private final WaitWord word =
      new WaitWord(ByteBuffer.allocateDirect(64).order(ByteOrder.nativeOrder()), 0);
  private final Doorbells doorbells = new Doorbells(word);

  /** Takes the arming, as the peer does. */
  private void take() {
    assertTrue(word.takeIf(word.get()));
  }

  @Test
  void armingThatIsTakenBackOwesNothing() {
    doorbells.arm();
    assertEquals(WaitWord.ON_TCP, WaitWord.howOf(word.get()));
    doorbells.disarm();
    assertEquals(WaitWord.AWAKE, word.get());
    assertEquals(0, doorbells.owed());
  }

  @Test
  void armingThatThePeerTookOwesADoorbell() {
    doorbells.arm();
    take();
    doorbells.disarm();
    assertEquals(1, doorbells.owed());
    doorbells.arm();
    assertEquals(WaitWord.AWAKE, word.get(), "that one comes first");
    doorbells.read(1);
    assertEquals(0, doorbells.owed());
    doorbells.arm();
    assertEquals(WaitWord.ON_TCP, WaitWord.howOf(word.get()));
  }

  /** There is nothing to read, whatever the peer does. */
  @Test
  void anArmingForAnEventFdOwesNoDoorbell() {
    doorbells.armFor(63);
    assertEquals(WaitWord.ON_EVENTFD, WaitWord.howOf(word.get()));
    assertEquals(63, WaitWord.eventFdOf(word.get()));
    take();
    doorbells.disarm();
    assertEquals(0, doorbells.owed());
    doorbells.arm();
    take();
    doorbells.disarm();
    assertEquals(1, doorbells.owed());
    doorbells.armFor(1);
    assertEquals(WaitWord.AWAKE, word.get(), "the doorbell wakes the selector, too");
  }

  /** A thread met an error before it could take its arming back. */
  @Test
  void armingThatWasLeftIsTakenBackFirst() {
    doorbells.arm();
    take();
    doorbells.arm();
    assertEquals(1, doorbells.owed());
    assertEquals(WaitWord.AWAKE, word.get());
  }

  /** The doorbell woke the thread, which reads it before it takes its arming back. */
  @Test
  void doorbellMayBeReadBeforeItIsKnownToBeOwed() {
    doorbells.arm();
    take();
    doorbells.read(1);
    doorbells.disarm();
    assertEquals(0, doorbells.owed());
  }

  /** The stack overflowed behind the read. */
  @Test
  void aDoorbellThatWasReadAndNotCountedIsNotWaitedFor() {
    doorbells.arm();
    take();
    doorbells.disarm();
    doorbells.doubt();
    assertEquals(0, doorbells.owed());
    assertTrue(doorbells.areDoubtful());
    doorbells.arm();
    assertEquals(WaitWord.ON_TCP, WaitWord.howOf(word.get()), "another is asked for");
  }

  /** The stack overflowed before the read. */
  @Test
  void aDoorbellThatCouldHaveBeenReadBalancesWhenItComes() {
    doorbells.arm();
    take();
    doorbells.doubt();
    doorbells.arm();
    doorbells.read(1);
    doorbells.disarm();
    assertEquals(0, doorbells.owed());
    assertFalse(doorbells.areDoubtful());
  }

  /** A sender that did not know whether it had rung has rung again. */
  @Test
  void aDoorbellTooManyIsNotTakenForTheNext() {
    doorbells.arm();
    take();
    doorbells.read(2);
    doorbells.disarm();
    doorbells.arm();
    take();
    doorbells.disarm();
    assertEquals(1, doorbells.owed());
  }

  @Test
  void threadThatClosesTakesBackForTheSleeper() {
    doorbells.arm();
    doorbells.close();
    assertEquals(WaitWord.AWAKE, word.get());
    doorbells.disarm(); // the sleeper's own
    assertEquals(0, doorbells.owed());
    doorbells.arm();
    assertEquals(WaitWord.AWAKE, word.get(), "for good");
  }

  @Test
  void threadThatClosesFindsTheDoorbellThatIsUnderWay() {
    doorbells.arm();
    take();
    doorbells.close();
    doorbells.disarm();
    assertEquals(1, doorbells.owed());
  }

  @Test
  void sleepOnTheFutexOwesNothing() {
    word.arm(WaitWord.ON_FUTEX);
    take();
    doorbells.disarm();
    assertEquals(0, doorbells.owed());
  }
}
