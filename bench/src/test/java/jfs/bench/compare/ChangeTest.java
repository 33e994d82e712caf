package jfs.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ChangeTest {

  private static Sample sample(SplittableRandom random, int forks, int rounds, double middle) {
    List<double[]> all = new ArrayList<>();
    for (int i = 0; i < forks; i++) {
      all.add(random.doubles(rounds, middle * 0.9, middle * 1.1).toArray());
    }
    return new Sample(all);
  }

  private static double width(Change change) {
    return change.high() - change.low();
  }

  @Test
  void ofConstantsIsCertain() {
    Sample two = new Sample(List.of(new double[] {2, 2}, new double[] {2, 2}));
    Sample three = new Sample(List.of(new double[] {3, 3, 3}));
    assertEquals(new Change(1.5, 1.5, 1.5), Change.between(two, three));
    assertEquals(Change.Verdict.FASTER, Change.between(two, three).verdict());
    assertEquals(Change.Verdict.SLOWER, Change.between(three, two).verdict());
    assertEquals(Change.Verdict.NONE_SHOWN, Change.between(two, two).verdict());
  }

  @Test
  void isMoreCertainWithMoreRounds() {
    SplittableRandom random = new SplittableRandom(1);
    Change few = Change.between(sample(random, 5, 5, 1), sample(random, 5, 5, 1));
    Change many = Change.between(sample(random, 5, 80, 1), sample(random, 5, 80, 1));
    assertTrue(width(many) < width(few) / 2, few + " " + many);
  }

  @Test
  void isLessCertainWhereForksDisagree() {
    Sample alike = new Sample(List.of(new double[] {1, 1.01, 0.99}, new double[] {1, 1.01, 0.99}));
    Sample apart = new Sample(List.of(new double[] {1, 1.01, 0.99}, new double[] {1.2, 1.2, 1.2}));
    assertTrue(width(Change.between(alike, apart)) > 3 * width(Change.between(alike, alike)));
  }

  @Test
  void coversTheTruthAboutAsOftenAsItSays() {
    SplittableRandom random = new SplittableRandom(1);
    int covered = 0;
    for (int run = 0; run < 100; run++) {
      Change change = Change.between(sample(random, 8, 20, 1), sample(random, 8, 20, 1.1));
      if (change.low() <= 1.1 && 1.1 <= change.high()) {
        covered++;
      }
    }
    assertTrue(covered >= 85, covered + " of 100");
  }

  @Test
  void isWorseByMoreThanATolerance() {
    assertTrue(new Change(0.9, 0.85, 0.94).isWorseBy(0.05));
    assertEquals(false, new Change(0.9, 0.85, 0.96).isWorseBy(0.05));
  }

  @Test
  void drawsMediansOfWhatItHas() {
    Sample odd = new Sample(List.of(new double[] {5, 1, 3}));
    assertEquals(3, odd.median());
    assertEquals(2, new Sample(List.of(new double[] {1, 3})).median());
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 100; i++) {
      assertTrue(List.of(1.0, 3.0, 5.0).contains(odd.drawMedian(random)));
    }
  }
}
