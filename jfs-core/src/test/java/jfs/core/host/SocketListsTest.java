package jfs.core.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SocketListsTest {

  @Test
  void listsAreReadForATwentiethOfTheTime() {
    assertEquals(20_000_000, SocketLists.pauseAfter(1_000_000));
  }

  @Test
  void aJvmThatWasStoppedForHoursReadsThemAgainSoon() {
    long stopped = TimeUnit.HOURS.toNanos(3);
    assertEquals(TimeUnit.MINUTES.toNanos(2), SocketLists.pauseAfter(stopped));
  }
}
