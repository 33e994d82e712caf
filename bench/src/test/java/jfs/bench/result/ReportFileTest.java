package jfs.bench.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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

  private static final String REST =
      "\"conditions\": {}, \"effort\": {\"forks\": 1}, \"skipped\": {}, \"transports\": {}, ";

  @TempDir Path folder;

  private static SampleReport sample() {
    return new SampleReport("rmi", 1)
        .transport("jfs", "shm: 2", "shm: 2")
        .skipped("rsockets", "no device")
        .workload("null call", 0, variant -> 2000, "jdk", "jfs");
  }

  @Test
  void readsWhatItHasWritten() throws BadReportException {
    Report report = sample().report();
    assertEquals(report, ReportFile.parse(ReportFile.text(report)));
  }

  /** What is published and was not measured anew. */
  @Test
  void readsWhatWasWrittenBefore() throws BadReportException {
    Report old = ReportFile.parse(sample().old().text());
    assertTrue(old.isOld());
    assertFalse(sample().report().isOld());
    assertEquals(sample().old().text(), ReportFile.text(old));
  }

  @Test
  void keepsThatAFigureIsNotKnown() throws BadReportException {
    Row row = sample().report().rows().get(1);
    Ratio few = new Ratio(1.5, null, null, 1, 2);
    Row unknown =
        new Row(
            "w",
            0,
            1,
            "jfs",
            Map.of(Figure.P50, 2.0),
            Map.of(Figure.P50, few),
            List.of(Figure.P50),
            null,
            List.of(),
            row.forks());
    Report report =
        new Report(
            Report.FORMAT,
            "rmi",
            Map.of(),
            null,
            new Effort(1, 0),
            0,
            Map.of(),
            Map.of(),
            List.of(unknown));
    Report again = ReportFile.parse(ReportFile.text(report));
    assertEquals(report, again);
    assertTrue(Double.isNaN(again.rows().get(0).figure(Figure.P999)));
    assertTrue(Double.isNaN(again.rows().get(0).forks().get(0).get(0).memory()));
    assertFalse(again.rows().get(0).speedup(Figure.P50).orElseThrow().hasInterval());
  }

  @Test
  void namesFiguresByTheirKeys() {
    assertTrue(sample().text().contains("\"figures\":{\"p50_us\":"), sample().text());
  }

  @Test
  void leavesOutFiguresThatNobodyKnows() {
    assertEquals(List.of(Figure.P50, Figure.P99, Figure.OPERATIONS), sample().report().figures());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | empty",
        "[] | Expected BEGIN_OBJECT but was BEGIN_ARRAY at line 1 column 2 path $",
        "{ | End of input at line 1 column 2 path $.",
        "{} | format 0, not 3: of another version",
        "{\"suite\": \"rmi\", \"conditions\": {}, \"results\": []} | format 0, not 3: of another version",
        "{\"format\": 4} | format 4, not 3: of another version",
        "{\"format\": 2} | no 'suite' in it, or not all of it",
        "{\"format\": 2, \"suite\": [3]}"
            + " | Expected a string but was BEGIN_ARRAY at line 1 column 25 path $.suite",
        "{\"format\": 2, \"suite\": \"rmi\", " + REST + "\"rows\": []} | no rows in it",
        "{\"format\": 2, \"suite\": \"rmi\", "
            + REST
            + "\"rows\": [{\"workload\": \"a\"}]}"
            + " | no 'rows[0].variant' in it, or not all of it",
        "{\"format\": 2, \"suite\": \"rmi\", "
            + REST
            + "\"rows\": [{\"figures\": {\"charm\": 1}}]}"
            + " | no figure 'charm' is known",
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

  @Test
  void isCompactWithoutSlicesAndWithTheSameFigures() throws BadReportException {
    Report report = sample().report();
    Report compact = ReportFile.parse(ReportFile.text(Compact.of(report)));
    Row before = report.row("null call", "jfs").orElseThrow();
    Row after = compact.row("null call", "jfs").orElseThrow();
    assertEquals(List.of(), after.forks());
    assertEquals(before.speedups(), after.speedups());
    assertEquals(before.figure(Figure.P50), after.figure(Figure.P50), 1e-6);
    assertEquals(Numbers.of(before.figure(Figure.P50)), Numbers.of(after.figure(Figure.P50)));
    assertEquals(report.conditions(), compact.conditions());
  }
}
