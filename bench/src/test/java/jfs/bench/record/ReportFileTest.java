package jfs.bench.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportFileTest {

  @TempDir Path folder;

  @Test
  void readsWhatASuiteWrites() throws BadReportException {
    Report report =
        new ReportJson("rmi", 1)
            .transport("jfs", "shm: 2", "shm: 2")
            .skipped("rsockets", "no device")
            .workload("null call", 0, variant -> 2000, "jdk", "jfs")
            .report();
    assertEquals("rmi", report.suite());
    assertEquals("Z80", report.conditions().get("CPU"));
    assertEquals(List.of("jdk", "jfs"), report.variants());
    assertEquals(Map.of("rsockets", "no device"), report.skipped());
    assertEquals(List.of(new Ends("shm: 2", "shm: 2")), report.transports().get("jfs"));
    Row jfs = report.row("null call", "jfs").orElseThrow();
    assertEquals(2, jfs.figures().get(new Figure("p50_us")), 0.1);
    assertEquals(new Ratio(1.5, 1.25, 1.75), jfs.speedup(new Figure("p50_us")).orElseThrow());
    assertTrue(jfs.speedup(new Figure("p999_us")).isEmpty());
    assertEquals(5, jfs.forks().size());
  }

  @Test
  void leavesOutFiguresThatNobodyKnows() throws BadReportException {
    Report report = new ReportJson("rmi", 1).workload("call", 0, variant -> 1, "jdk").report();
    assertEquals(
        List.of("p50_us", "p99_us", "per_s"), report.figures().stream().map(Figure::key).toList());
  }

  @Test
  void toleratesAnOldFileThatSkippedNothing() throws BadReportException {
    Report report = new ReportJson("rmi", 1).workload("call", 0, variant -> 1, "jdk").report();
    assertEquals(Map.of(), report.skipped());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | empty",
        "[] | not a JSON object",
        "{ | not a JSON object",
        "{'suite': 'rmi'} | not a JSON object",
        "{} | no text 'suite'",
        "{\"suite\": 3} | no text 'suite'",
        "{\"suite\": \"rmi\"} | no object 'conditions'",
        "{\"suite\": \"rmi\", \"conditions\": {\"CPU\": 1}, \"results\": []}"
            + " | no text 'conditions.CPU'",
        "{\"suite\": \"rmi\", \"conditions\": {}, \"results\": []} | no results in it",
        "{\"suite\": \"rmi\", \"conditions\": {}, \"results\": [{\"workload\": \"a\"}]}"
            + " | no number 'results[0].bytes'",
      })
  void refusesWhatIsNoReport(String text, String reason) throws IOException {
    Path file = Files.writeString(folder.resolve("bad.json"), text);
    BadReportException e = assertThrows(BadReportException.class, () -> ReportFile.read(file));
    assertEquals(file + " is not a report: " + reason, e.getMessage());
  }

  @Test
  void refusesWhatIsNoTextOrNotThere() throws IOException {
    Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, 0});
    assertEquals(
        binary + " is not a report: not a text in UTF-8",
        assertThrows(BadReportException.class, () -> ReportFile.read(binary)).getMessage());
    Path none = folder.resolve("none");
    assertEquals(
        "no file " + none,
        assertThrows(BadReportException.class, () -> ReportFile.read(none)).getMessage());
  }
}
