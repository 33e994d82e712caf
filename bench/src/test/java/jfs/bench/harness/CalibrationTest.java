package jfs.bench.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.function.IntToDoubleFunction;
import jfs.bench.plan.Carried;
import jfs.bench.plan.Pair;
import jfs.bench.plan.Schedule;
import jfs.bench.plan.Workload;
import jfs.bench.result.Row;
import jfs.bench.result.Slice;
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
    Schedule schedule =
        new Schedule(1, 10, 1, precision, Duration.ofMillis(1), Duration.ofMillis(WARMUP_MILLIS));
    return Calibration.warmUp(new Fake(nanos), workload, schedule);
  }

  private boolean isSteady(double precision, IntToDoubleFunction nanos) {
    return warmUp(precision, nanos).spread() <= Row.STEADY;
  }

  @Test
  void sliceHasAsManyOperationsAsFillIt() {
    assertEquals(10, warmUp(0, slice -> MILLISECOND / 10).count());
  }

  @Test
  void evenPaceIsSteady() {
    assertTrue(isSteady(0, slice -> MILLISECOND));
    assertEquals(WARMUP_MILLIS, slices);
  }

  @Test
  void steadyPaceEndsTheWarmUpWherePrecisionIsAskedFor() {
    assertTrue(isSteady(0.05, slice -> MILLISECOND));
    assertTrue(slices < WARMUP_MILLIS / 2, () -> slices + " slices");
  }

  @Test
  void paceThatStillChangesIsNotSteady() {
    assertFalse(isSteady(0.05, slice -> MILLISECOND * Math.pow(0.95, slice)));
  }

  @Test
  void ofFewSlicesNothingIsKnown() {
    assertEquals(0, warmUp(0, slice -> WARMUP_MILLIS * MILLISECOND).spread());
  }

  @Test
  void unevenPaceIsNotSteady() {
    assertFalse(isSteady(0.05, slice -> slice % 2 == 0 ? MILLISECOND : 2 * MILLISECOND));
    assertTrue(slices >= WARMUP_MILLIS / 2, () -> slices + " slices");
  }
}
