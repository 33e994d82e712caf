package jfs.bench.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
  void machineIsNotQuietIfTheJdksPaceChanges() {
    assertTrue(refusal(run(4)).contains("took up to 4.0 times as long as others"), refusal(run(4)));
  }

  @Test
  void machineThatCannotTellIsNotTrusted() {
    assertEquals("it is not known what else the machine did", refusal(run(1.1).load(null)));
  }
}
