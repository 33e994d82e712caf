package jfs.core.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jfs.core.tcp.Flags;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ControlBlockTest {

  private final GuardedArena arena = new GuardedArena(RingLayout.CONTROL_SIZE);
  private ControlBlock control;

  @BeforeEach
  void dirty() {
    for (int i = 0; i < RingLayout.CONTROL_SIZE; i++) {
      arena.memory.put(i, (byte) 0x77);
    }
    control = arena.newControl();
  }

  @AfterEach
  void nothingOutsideWasTouched() {
    arena.assertIntact();
  }

  @Test
  void aFreshBlockHasNotBegun() {
    assertEquals(0, control.tail());
    assertEquals(0, control.head());
    assertEquals(-1, control.switchedAt());
    assertEquals(0, control.senderFlags());
    assertEquals(0, control.receiverFlags());
    assertEquals(WaitWord.AWAKE, control.receiverWaits().get());
    assertEquals(WaitWord.AWAKE, control.senderWaits().get());
    assertEquals(ControlBlock.OPEN, control.decision());
    assertFalse(control.hasUnread());
  }

  @Test
  void noFieldIsAnother() {
    control.tail(0x1122334455667788L);
    control.head(-2);
    control.switchAt(Long.MAX_VALUE);
    control.addSenderFlags(Flags.FINISHED);
    control.addReceiverFlags(Flags.CLOSED);
    control.receiverWaits().arm(WaitWord.ON_TCP);
    control.senderWaits().arm(WaitWord.ON_FUTEX);
    assertTrue(control.decide(ControlBlock.ABORTED));
    assertEquals(0x1122334455667788L, control.tail());
    assertEquals(-2, control.head());
    assertEquals(Long.MAX_VALUE, control.switchedAt());
    assertEquals(Flags.FINISHED, control.senderFlags());
    assertEquals(Flags.CLOSED, control.receiverFlags());
    assertEquals(WaitWord.ON_TCP, control.receiverWaits().get());
    assertEquals(WaitWord.ON_FUTEX, control.senderWaits().get());
    assertEquals(ControlBlock.ABORTED, control.decision());
  }

  /**
   * A value that one end writes lies a pair of cache lines from values that the other end writes.
   */
  @Test
  void theEndsDoNotShareLines() {
    assertNotEquals(RingLayout.TAIL / 128, RingLayout.HEAD / 128);
    assertNotEquals(RingLayout.HEAD / 128, RingLayout.RECEIVER_WAITS / 128);
    assertNotEquals(RingLayout.RECEIVER_WAITS / 128, RingLayout.SENDER_WAITS / 128);
    assertNotEquals(RingLayout.TAIL / 128, RingLayout.SENDER_WAITS / 128);
  }

  @Test
  void flagsAddUp() {
    control.addSenderFlags(Flags.FINISHED);
    control.addSenderFlags(Flags.CLOSED | Flags.RESET);
    assertEquals(Flags.FINISHED | Flags.CLOSED | Flags.RESET, control.senderFlags());
    control.addReceiverFlags(Flags.CLOSED);
    control.urgentInline(true);
    control.urgentInline(true);
    assertEquals(Flags.CLOSED | Flags.URGENT_INLINE, control.receiverFlags());
    control.urgentInline(false);
    assertEquals(Flags.CLOSED, control.receiverFlags());
  }

  @Test
  void aBondIsDecidedOnce() {
    assertTrue(control.decide(ControlBlock.COMMITTED));
    assertFalse(control.decide(ControlBlock.ABORTED));
    assertFalse(control.decide(ControlBlock.COMMITTED));
    assertEquals(ControlBlock.COMMITTED, control.decision());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, Integer.MAX_VALUE >> 1, -1})
  void anArmingIsNotTakenForALaterOne(int number) {
    WaitWord word = control.receiverWaits();
    word.arm(WaitWord.onTcp(number));
    int seen = word.get();
    assertEquals(WaitWord.ON_TCP, WaitWord.howOf(seen));
    assertTrue(word.disarm());
    word.arm(WaitWord.onTcp(number + 1));
    assertFalse(word.takeIf(seen));
    assertTrue(word.takeIf(word.get()));
  }

  @Test
  void theDutyToWakeIsTakenOnce() {
    WaitWord word = control.receiverWaits();
    word.arm(WaitWord.ON_FUTEX);
    assertTrue(word.takeIf(WaitWord.ON_FUTEX));
    assertFalse(word.takeIf(WaitWord.ON_FUTEX));
    assertFalse(word.disarm(), "the waker has it");
    word.arm(WaitWord.ON_TCP);
    assertTrue(word.disarm());
    assertEquals(WaitWord.AWAKE, word.get());
  }
}
