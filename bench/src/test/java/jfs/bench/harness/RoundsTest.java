package jfs.bench.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jfs.bench.host.Placement;
import jfs.bench.plan.Carried;
import jfs.bench.plan.Launcher;
import jfs.bench.plan.Pair;
import jfs.bench.plan.Plan;
import jfs.bench.plan.Programs;
import jfs.bench.plan.Schedule;
import jfs.bench.plan.Variant;
import jfs.bench.plan.VariantSetup;
import jfs.bench.plan.Workload;
import jfs.bench.result.Slice;
import jfs.bench.variant.Variants;
import org.junit.jupiter.api.Test;

class RoundsTest {

  private static final int ROUNDS = 20;

  private final List<Variant> variants = Variants.named(List.of("jdk", "socket-channel"));
  private final Workload workload = new Workload("w", "w", 1, 2, 1, Long.MAX_VALUE);
  private final List<Series> series =
      variants.stream().map(variant -> new Series(workload, variant)).toList();
  private final List<String> ran = new ArrayList<>();

  /** Runs nothing: says that each operation took a millisecond, as long as a slice should. */
  private final class Fake implements Pair {
    private final String name;

    Fake(String name) {
      this.name = name;
    }

    @Override
    public Slice run(Workload what, long count) {
      ran.add(name);
      // Neither variant at a steady pace: a median is known only where little precision is asked.
      double p50 = ran.size() % 4 < 2 ? 1e6 : 2e6;
      return new Slice(count, count * 1_000_000, p50, p50, p50, p50, 0, 0);
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

  private Rounds rounds(double precision) {
    series.forEach(Series::beginFork);
    Map<Variant, Pair> pairs = new LinkedHashMap<>();
    variants.forEach(variant -> pairs.put(variant, new Fake(variant.name())));
    VariantSetup setup =
        new VariantSetup(
            Programs.PING_PONG,
            new Launcher(Path.of("/jdk"), List.of(), Optional.empty()),
            Optional.empty(),
            Optional.empty(),
            Placement.FREE,
            Duration.ZERO);
    Schedule schedule =
        new Schedule(1, ROUNDS, 4, precision, Duration.ofMillis(1), Duration.ofMillis(3));
    Plan plan = new Plan(setup, List.of(workload), variants, Map.of(), schedule);
    return new Rounds(plan, workload, pairs, series);
  }

  private void assertSlices(int count) {
    for (Series one : series) {
      assertEquals(count, one.slices().size(), one.variant().name());
    }
  }

  @Test
  void eachPartBeginsWithASliceThatDoesNotCount() {
    Rounds rounds = rounds(0);
    rounds.runUntil(5);
    assertSlices(5);
    ran.clear();
    rounds.runUntil(10);
    assertSlices(10);
    assertEquals(List.of("jdk", "socket-channel"), ran.subList(0, 2));
    assertEquals(2 * (1 + 5), ran.size());
  }

  /** With fewer rounds than parts. */
  @Test
  void partWithoutRoundsTakesNoTime() {
    Rounds rounds = rounds(0);
    rounds.runUntil(0);
    assertEquals(List.of(), ran);
    rounds.runUntil(1);
    assertSlices(1);
    for (Series one : series) {
      assertEquals(1, one.warmups().size(), one.variant().name());
    }
  }

  @Test
  void variantsTakeTurnsOverThePartsAsInOne() {
    Rounds rounds = rounds(0);
    rounds.runUntil(1);
    ran.clear();
    rounds.runUntil(2);
    // The second round of all is in the reverse order.
    assertEquals(List.of("jdk", "socket-channel", "socket-channel", "jdk"), ran);
  }

  @Test
  void whatIsKnownIsNotRunAgain() {
    Rounds rounds = rounds(1);
    rounds.runUntil(ROUNDS / 2);
    int enough = series.get(0).slices().size();
    assertEquals(6, enough); // the least that 95 % take
    ran.clear();
    rounds.runUntil(ROUNDS);
    assertEquals(List.of(), ran);
  }
}
