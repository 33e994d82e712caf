package jfs.shm.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import jfs.testing.ForkedMain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The program may use up the heap at any moment: no memory is lost then, or given out twice. */
@Timeout(120)
class ArenaFullHeapTest {

  /** Interpreted, and with each object taken from the heap itself: so it is full to the byte. */
  private static final List<String> OPTIONS =
      List.of(
          "-Xint",
          "-Xmx8m",
          "-Xms8m",
          "-XX:+UseSerialGC",
          "-XX:-UseTLAB",
          "-XX:MarkSweepAlwaysCompactCount=1");

  @Test
  void theBooksStayRight() throws Exception {
    assertEquals("ok", ForkedMain.run(ArenaFullHeap.class, OPTIONS));
  }
}
