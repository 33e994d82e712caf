package jfs.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jfs.bench.result.BadReportException;
import jfs.bench.result.Compact;
import jfs.bench.result.MachineLoad;
import jfs.bench.result.Report;
import jfs.bench.result.SampleReport;
import org.junit.jupiter.api.Test;

class ComparingTest {

  private static final double TOLERANCE = 5;

  /** JFS takes so many nanoseconds, the JDK a thousand, and both that times the machine's pace. */
  private static SampleReport run(long seed, double jfs, double pace) {
    return new SampleReport("rmi", seed)
        .workload(
            "null call", 0, variant -> pace * (variant.equals("jdk") ? 1000 : jfs), "jdk", "jfs");
  }

  private static Comparing compare(SampleReport before, SampleReport after)
      throws BadReportException {
    return Comparing.of(before.report(), after.report(), TOLERANCE);
  }

  @Test
  void showsARegression() throws BadReportException {
    Comparing comparing = compare(run(1, 500, 1), run(2, 600, 1));
    assertTrue(comparing.isRegression(), comparing.text());
    assertTrue(comparing.text().contains("REGRESSION"), comparing.text());
    assertTrue(comparing.text().contains("  jfs, null call, p50 µs: 0.8"), comparing.text());
    assertTrue(
        comparing.text().matches("(?s).*null call +jfs +per s .* slower\n.*"), comparing.text());
  }

  @Test
  void showsAnImprovement() throws BadReportException {
    Comparing comparing = compare(run(1, 600, 1), run(2, 500, 1));
    assertFalse(comparing.isRegression(), comparing.text());
    assertTrue(comparing.text().matches("(?s).* faster\n.*"), comparing.text());
    assertTrue(comparing.text().contains("No regression is shown"), comparing.text());
  }

  @Test
  void showsNoneBetweenEquals() throws BadReportException {
    for (int seed = 0; seed < 20; seed++) {
      Comparing comparing = compare(run(seed, 500, 1), run(seed + 100, 500, 1));
      assertFalse(comparing.isRegression(), comparing.text());
    }
    Comparing same = compare(run(1, 500, 1), run(1, 500, 1));
    assertTrue(same.text().contains("Of 2 speed-ups 0 are faster in B, 0 slower"), same.text());
    assertTrue(same.text().contains("no difference shown"), same.text());
  }

  @Test
  void doesNotTakeASlowerMachineForARegression() throws BadReportException {
    Comparing comparing = compare(run(1, 500, 1), run(2, 500, 1.5));
    assertFalse(comparing.isRegression(), comparing.text());
    assertTrue(
        comparing.text().matches("(?s).*null call +jdk +p50 µs .* slower\n.*"), comparing.text());
  }

  @Test
  void isNotSureWhereRoundsAreFewAndNoisy() throws BadReportException {
    SampleReport before = new SampleReport("rmi", 1).effort(3, 3, 0.5);
    SampleReport after = new SampleReport("rmi", 2).effort(3, 3, 0.5);
    before.workload("call", 0, variant -> 1000, "jdk", "jfs");
    after.workload("call", 0, variant -> variant.equals("jdk") ? 1000 : 1060, "jdk", "jfs");
    Comparing comparing = compare(before, after);
    assertFalse(comparing.isRegression(), comparing.text());
    assertTrue(comparing.text().contains("no difference shown"), comparing.text());
    assertTrue(comparing.text().contains("WARNING: A has 3 forks only"), comparing.text());
  }

  @Test
  void warnsOfOtherConditions() throws BadReportException {
    SampleReport before =
        run(1, 500, 1).condition("kernel", "Linux 5").transport("jfs", "shm: 2", "shm: 2");
    SampleReport after =
        run(2, 500, 1)
            .condition("kernel", "Linux 6")
            .condition("placement", "one")
            .condition("date", "2027-01-01T00:00:00Z")
            .load(new MachineLoad(3, 0))
            .transport("jfs", "tcp: 2", "tcp: 2")
            .workload("other call", 0, variant -> 1000, "jdk", "jfs-channel");
    String text = compare(before, after).text();
    assertTrue(text.contains("WARNING: kernel differs: A Linux 5; B Linux 6\n"), text);
    assertTrue(text.contains("WARNING: placement differs: A (none); B one\n"), text);
    assertTrue(text.contains("WARNING: B was disturbed"), text);
    assertTrue(text.contains("WARNING: what carried jfs differs"), text);
    assertTrue(text.contains("WARNING: only B has the variants jfs-channel\n"), text);
    assertTrue(text.contains("WARNING: only B has the workloads other call\n"), text);
    assertFalse(text.contains("date differs"), text);
  }

  @Test
  void doesNotWarnOfEqualConditions() throws BadReportException {
    assertFalse(compare(run(1, 500, 1), run(2, 500, 1)).text().contains("WARNING"));
  }

  @Test
  void refusesWhatHasNoSlices() {
    Report compact = Compact.of(run(1, 500, 1).report());
    assertEquals(
        "B is a compact file without slices: compare what --json has written",
        assertThrows(
                BadReportException.class,
                () -> Comparing.of(run(1, 500, 1).report(), compact, TOLERANCE))
            .getMessage());
  }

  @Test
  void refusesWhatHasNothingInCommon() {
    assertEquals(
        "A is of the suite rmi, B of connect: not comparable",
        refusal(run(1, 500, 1), new SampleReport("connect", 1).workload("c", 0, v -> 1, "jdk")));
    assertEquals(
        "A and B have nothing in common that is compared with the JDK",
        refusal(
            run(1, 500, 1), new SampleReport("rmi", 1).workload("other", 0, v -> 1, "jdk", "jfs")));
  }

  private static String refusal(SampleReport before, SampleReport after) {
    return assertThrows(BadReportException.class, () -> compare(before, after)).getMessage();
  }
}
