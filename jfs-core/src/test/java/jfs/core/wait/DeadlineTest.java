package jfs.core.wait;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.SocketTimeoutException;
import org.junit.jupiter.api.Test;

class DeadlineTest {

  @Test
  void zeroIsForEver() throws Exception {
    Deadline never = Deadline.in(0);
    assertEquals(0, never.remainingMillis());
    assertEquals(Long.MAX_VALUE, never.remainingNanos());
    assertEquals(0, never.remainingMillisToLook());
  }

  @Test
  void whatIsLeftIsRoundedUp() throws Exception {
    Deadline far = Deadline.in(Integer.MAX_VALUE);
    int millis = far.remainingMillis();
    assertTrue(millis > Integer.MAX_VALUE - 60_000, "left " + millis);
    long nanos = far.remainingNanos();
    assertTrue(nanos <= Integer.MAX_VALUE * 1_000_000L && nanos > (millis - 60_000) * 1_000_000L);
  }

  @Test
  void timePasses() throws Exception {
    Deadline soon = Deadline.in(1);
    SocketTimeoutException e =
        assertThrows(
            SocketTimeoutException.class,
            () -> {
              while (true) {
                int left = soon.remainingMillis();
                assertEquals(1, left, "0 would be for ever");
              }
            });
    assertEquals("Read timed out", e.getMessage());
    assertThrows(SocketTimeoutException.class, soon::remainingNanos);
    assertEquals(1, soon.remainingMillisToLook());
  }
}
