package jfs.core.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.SocketTimeoutException;
import org.junit.jupiter.api.Test;

class DeadlineTest {

  @Test
  void zeroIsForEver() throws Exception {
    long never = Deadline.in(0);
    assertEquals(0, Deadline.remainingMillis(never));
    assertEquals(Long.MAX_VALUE, Deadline.remainingNanos(never));
    assertEquals(0, Deadline.remainingMillisToLook(never));
    assertFalse(Deadline.isOver(never));
  }

  @Test
  void whatIsLeftIsRoundedUp() throws Exception {
    long far = Deadline.in(Integer.MAX_VALUE);
    int millis = Deadline.remainingMillis(far);
    assertTrue(millis > Integer.MAX_VALUE - 60_000, "left " + millis);
    long nanos = Deadline.remainingNanos(far);
    assertTrue(nanos <= Integer.MAX_VALUE * 1_000_000L && nanos > (millis - 60_000) * 1_000_000L);
  }

  @Test
  void timePasses() throws Exception {
    long soon = Deadline.in(1);
    SocketTimeoutException e =
        assertThrows(
            SocketTimeoutException.class,
            () -> {
              while (true) {
                int left = Deadline.remainingMillis(soon);
                assertEquals(1, left, "0 would be for ever");
              }
            });
    assertEquals("Read timed out", e.getMessage());
    assertThrows(SocketTimeoutException.class, () -> Deadline.remainingNanos(soon));
    assertEquals(1, Deadline.remainingMillisToLook(soon));
    assertTrue(Deadline.isOver(soon));
  }
}
