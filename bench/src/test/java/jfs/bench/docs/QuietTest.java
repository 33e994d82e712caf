package jfs.bench.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import jfs.bench.result.MachineLoad;
import jfs.bench.result.SampleReport;
import org.junit.jupiter.api.Test;

class QuietTest {

  private static SampleReport run(double spreadOfJdk) {
    return new SampleReport("rmi", 1)
        .spread(spreadOfJdk)
        .workload("call", 0, variant -> 1000, "jdk")
        .spread(9)
        .workload("call", 0, variant -> 1000, "jfs");
  }

  private static String refusal(SampleReport report) {
    return Quiet.refusal(report.report()).orElseThrow();
  }

  @Test
  void machinePublishesWhatItMeasured() {
    assertEquals(
        Optional.empty(), Quiet.refusal(run(1.1).load(new MachineLoad(0.05, 0.05)).report()));
    assertEquals(Optional.empty(), Quiet.refusal(run(0).report()));
  }

  @Test
  void machineIsNotQuietWithOtherPrograms() {
    assertEquals(
        "other programs took 0.20 of a CPU, more than 0.05",
        refusal(run(1.1).load(new MachineLoad(0.2, 0.3))));
  }

  @Test
  void machineIsNotQuietIfItsHostIsNot() {
    assertEquals(
        "the host of this machine took 0.30 of a CPU, more than 0.05",
        refusal(run(1.1).load(new MachineLoad(0, 0.3))));
  }

  @Test
  void whatIsLessThanNothingIsNotQuiet() {
    assertEquals(
        "what other programs took is not known: -0.34 of a CPU came out",
        refusal(run(1.1).load(new MachineLoad(-0.34, 0))));
  }

  /** Also where little came out: that much was left out, and nobody knows how much it was. */
  @Test
  void aCountWithoutInterruptsIsNotTrusted() {
    assertEquals(
        "what other programs took is not known: interrupts were left out of the count",
        refusal(run(1.1).old()));
    assertEquals(
        "other programs took 0.20 of a CPU, more than 0.05",
        refusal(run(1.1).load(new MachineLoad(0.2, 0)).old()));
  }

  private static List<String> doubts(String name, SampleReport report) {
    return Quiet.doubts(new Result(name, report.report()));
  }

  @Test
  void bothChecksArePassedWhereThereIsNoDoubt() {
    assertEquals(List.of(), doubts("rmi", run(1.1)));
  }

  @Test
  void whatCannotBeCheckedIsNotPassed() {
    assertEquals(
        List.of("no warm-up, or one too short, so no pace of the JDK's to check"),
        doubts("cold", run(0)));
    assertEquals(
        List.of("measured in a guest, which does not see what else its host did"),
        doubts("rmi-lab", run(1.1)));
  }

  @Test
  void everyReasonCounts() {
    List<String> doubts = doubts("rmi-lab", run(4).load(null));
    assertEquals(3, doubts.size(), doubts.toString());
    assertEquals("it is not known what else the machine did", doubts.get(0));
    assertTrue(doubts.get(2).startsWith("the JDK's own pace"), doubts.toString());
  }

  @Test
  void machineIsNotQuietIfTheJdksPaceChanges() {
    assertTrue(refusal(run(4)).contains("took up to 4.0 times as long as others"), refusal(run(4)));
  }

  @Test
  void machineThatCannotTellIsNotTrusted() {
    assertEquals("it is not known what else the machine did", refusal(run(1.1).load(null)));
  }
}
