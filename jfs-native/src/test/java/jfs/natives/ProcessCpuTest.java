package jfs.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProcessCpuTest {

  /** Clock ticks of 10 ms, for user and for system time, and what the test itself uses. */
  private static final long TOLERANCE = TimeUnit.MILLISECONDS.toNanos(200);

  @Test
  void neverGoesBack() {
    long last = 0;
    for (int i = 0; i < 1000; i++) {
      long now = ProcessCpu.nanos();
      assertTrue(now >= last, () -> "went back to " + now);
      last = now;
    }
    assertTrue(last > 0);
  }

  @Test
  void isExactJustWhenTheLibraryIsLoaded() {
    assertEquals(NativeLibrary.isLoaded(), ProcessCpu.isExact());
  }

  @Test
  void isFinerThanAClockTickWhenExact() {
    assumeTrue(ProcessCpu.isExact(), () -> NativeLibrary.status().toString());
    long smallest = Long.MAX_VALUE;
    for (int i = 0; i < 100; i++) {
      long before = ProcessCpu.nanos();
      long after = before;
      while (after == before) {
        after = ProcessCpu.nanos();
      }
      smallest = Math.min(smallest, after - before);
    }
    assertTrue(smallest < TimeUnit.MILLISECONDS.toNanos(1), "smallest step " + smallest);
  }

  @Test
  void agreesWithTheCoarseAnswer() {
    assumeTrue(ProcessCpu.isExact(), () -> NativeLibrary.status().toString());
    long coarse = ProcessCpu.coarseNanos();
    long exact = ProcessCpu.nanos();
    long coarseLater = ProcessCpu.coarseNanos();
    assertTrue(exact >= coarse - TOLERANCE, exact + " long after " + coarse);
    assertTrue(exact <= coarseLater + TOLERANCE, exact + " long before " + coarseLater);
  }

  @Test
  void countsWorkWithoutTheLibraryToo() {
    assumeTrue(ProcessCpu.coarseNanos() != ProcessCpu.UNKNOWN, "the platform does not say");
    long before = ProcessCpu.coarseNanos();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (ProcessCpu.coarseNanos() == before && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    assertTrue(ProcessCpu.coarseNanos() > before);
  }
}
