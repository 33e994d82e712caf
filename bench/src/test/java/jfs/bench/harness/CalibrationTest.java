package jfs.bench.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class CalibrationTest {

  private static final double MILLISECOND = 1e6;
  private static final int WARMUP_MILLIS = 100;

  private final Workload workload = new Workload("w", "w", 1, 2, 1, Long.MAX_VALUE);
  private int slices;

  /** Runs nothing: says that an operation took as long as the slice's number says. */
  private final class Fake implements Pair {
    private final IntToDoubleFunction nanos;

    Fake(IntToDoubleFunction nanos) {
      this.nanos = nanos;
    }

    @Override
    public Slice run(Workload what, long count) {
      double each = nanos.applyAsDouble(slices++);
      return new Slice(count, Math.round(count * each), each, each, each, each, 0, 0);
    }

    @Override
    public void awaitReady() {}

    @Override
    public long cpuStepNanos() {
      return 1;
    }

    @Override
    public Carried end() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
  }

  private Calibration warmUp(double precision, IntToDoubleFunction nanos) {
    Plan plan =
        new Plan(
            Programs.PING_PONG,
            List.of(workload),
            Variant.named(List.of("jdk")),
            Map.of(),
            new Launcher(Path.of("/jdk"), List.of(), Optional.empty()),
            Optional.empty(),
            Optional.empty(),
            Placement.FREE,
            1,
            10,
            1,
            precision,
            Duration.ofMillis(1),
            Duration.ofMillis(WARMUP_MILLIS),
            Duration.ZERO);
    return Calibration.warmUp(new Fake(nanos), workload, plan);
  }

  @Test
  void sliceHasAsManyOperationsAsFillIt() {
    assertEquals(10, warmUp(0, slice -> MILLISECOND / 10).count());
  }

  @Test
  void evenPaceIsSteady() {
    assertTrue(warmUp(0, slice -> MILLISECOND).isSteady());
    assertEquals(WARMUP_MILLIS, slices);
  }

  @Test
  void steadyPaceEndsTheWarmUpWherePrecisionIsAskedFor() {
    assertTrue(warmUp(0.05, slice -> MILLISECOND).isSteady());
    assertTrue(slices < WARMUP_MILLIS / 2, () -> slices + " slices");
  }

  @Test
  void paceThatStillChangesIsNotSteady() {
    assertFalse(warmUp(0.05, slice -> MILLISECOND * Math.pow(0.95, slice)).isSteady());
  }

  @Test
  void unevenPaceIsNotSteady() {
    assertFalse(warmUp(0.05, slice -> slice % 2 == 0 ? MILLISECOND : 2 * MILLISECOND).isSteady());
    assertTrue(slices >= WARMUP_MILLIS / 2, () -> slices + " slices");
  }
}
