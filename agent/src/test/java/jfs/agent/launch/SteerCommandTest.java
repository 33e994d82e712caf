package jfs.agent.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long a JVM may take to obey. */
@Timeout(60)
class SteerCommandTest {

  private static final long LONG_MILLIS = 50_000;

  @Test
  void aJvmThatNeverAnswersIsNotWaitedForLonger() {
    CountDownLatch never = new CountDownLatch(1);
    assertThrows(TimeoutException.class, () -> SteerCommand.inTime(() -> await(never), 1));
  }

  private static String await(CountDownLatch latch) throws InterruptedException {
    latch.await();
    return "";
  }

  @Test
  void whatItAnswersOrFailsWithIsPassedOn() throws Exception {
    assertEquals("set", SteerCommand.inTime(() -> "set", LONG_MILLIS));
    for (Throwable failure :
        new Throwable[] {new IOException(), new NoClassDefFoundError(), new SecurityException()}) {
      assertSame(
          failure,
          assertThrows(
              Throwable.class, () -> SteerCommand.inTime(() -> fail(failure), LONG_MILLIS)));
    }
  }

  private static String fail(Throwable failure) throws Exception {
    if (failure instanceof Error error) {
      throw error;
    }
    throw (Exception) failure;
  }
}
