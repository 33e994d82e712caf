package jfs.bench.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SpeedupTest {

  @Test
  void ofEqualRoundsHasNoSpread() {
    assertEquals(
        new Speedup(1.5, 1.5, 1.5, 1.5, 1.5),
        Speedup.of(List.of(new double[] {1.5, 1.5, 1.5}, new double[] {1.5, 1.5, 1.5})));
  }

  /** From the least of five to the greatest lies the median in 94 of 100 cases. */
  @Test
  void ofFewRoundsHasNoInterval() {
    Speedup five = Speedup.of(List.of(new double[] {1, 2, 3, 4, 5}));
    assertEquals(new Speedup(3, Double.NaN, Double.NaN, 1, 5), five);
    assertEquals(1, Speedup.of(List.of(new double[] {1, 2, 3, 4, 5, 6})).low(), 1);
  }

  @Test
  void keepsExtremesApartFromTheInterval() {
    double[] rounds = new double[101];
    for (int i = 0; i < rounds.length; i++) {
      rounds[i] = 1 + i / 1000.0;
    }
    Speedup speedup = Speedup.of(List.of(rounds));
    assertEquals(1.05, speedup.median(), 1e-9);
    assertEquals(1.0, speedup.least());
    assertEquals(1.1, speedup.most());
    // Of 101 equally spaced values the median's interval is about the 41st to the 61st.
    assertEquals(1.040, speedup.low(), 0.004);
    assertEquals(1.060, speedup.high(), 0.004);
  }

  @Test
  void coversTheTruthAboutAsOftenAsItSays() {
    SplittableRandom random = new SplittableRandom(1);
    int covered = 0;
    for (int run = 0; run < 100; run++) {
      double[] rounds = random.doubles(30, 0.9, 1.1).toArray();
      Speedup speedup = Speedup.of(List.of(rounds));
      if (speedup.low() <= 1 && 1 <= speedup.high()) {
        covered++;
      }
    }
    assertTrue(covered >= 85 && covered < 100, covered + " of 100");
  }

  @Test
  void isLessCertainWhenForksDisagree() {
    double[] slow = {0.99, 1.00, 1.01, 0.99, 1.00, 1.01};
    double[] fast = {1.19, 1.20, 1.21, 1.19, 1.20, 1.21};
    Speedup speedup = Speedup.of(List.of(slow, fast, slow));
    assertTrue(speedup.high() > 1.15, "the interval leaves out a whole fork: " + speedup);
    Speedup alike = Speedup.of(List.of(slow, slow, slow));
    assertTrue(alike.high() < 1.02, "certain though all agree: " + alike);
  }

  @Test
  void isTheSameEveryTime() {
    List<double[]> forks = List.of(new double[] {1, 2, 3, 4, 5, 6, 7});
    assertEquals(Speedup.of(forks), Speedup.of(forks));
  }

  @Test
  void ofUnknownsIsUnknown() {
    assertFalse(Speedup.of(List.of(new double[] {1, Double.NaN})).isKnown());
    assertFalse(Speedup.of(List.of()).isKnown());
  }

  @Test
  void ofATimeThatAClockDidNotSeeIsUnknown() {
    assertFalse(Speedup.of(List.of(new double[] {1, Double.POSITIVE_INFINITY})).isKnown());
  }
}
