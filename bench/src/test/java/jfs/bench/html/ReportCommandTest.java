package jfs.bench.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import jfs.bench.cli.ReportCommand;
import jfs.bench.result.SampleReport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ReportCommandTest {

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path result;

  @BeforeEach
  void write() throws IOException {
    result = folder.resolve("run.json");
    Files.writeString(
        result, new SampleReport("rmi", 1).workload("call", 0, v -> 1000, "jdk", "jfs").text());
  }

  private int run(Object... arguments) {
    String[] texts = new String[arguments.length];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = arguments[i].toString();
    }
    return new CommandLine(new ReportCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(texts);
  }

  @Test
  void writesThePageBesideTheResult() throws IOException {
    assertEquals(0, run(result), err.toString());
    Path page = folder.resolve("run.html");
    assertEquals(page.toString(), out.toString().strip());
    assertTrue(Files.readString(page).startsWith("<!doctype html>"));
  }

  @Test
  void writesThePageWhereItIsTold() {
    Path page = folder.resolve("else where.html");
    assertEquals(0, run(result, "-o", page), err.toString());
    assertTrue(Files.exists(page));
  }

  @Test
  void refusesABadFileInALine() throws IOException {
    Files.writeString(result, "[]");
    assertEquals(2, run(result));
    assertEquals(
        "report: "
            + result
            + " is not a report: Expected BEGIN_OBJECT but was BEGIN_ARRAY at line 1 column 2"
            + " path $",
        err.toString().strip());
    assertFalse(Files.exists(folder.resolve("run.html")));
  }

  @Test
  void doesNotOverwriteTheResult() throws IOException {
    String before = Files.readString(result);
    assertEquals(2, run(result, "-o", result));
    assertEquals(1, err.toString().lines().count(), err.toString());
    assertEquals(before, Files.readString(result));
  }

  @Test
  void refusesAPlaceWhereNothingCanBeWritten() {
    assertEquals(2, run(result, "-o", folder.resolve("none").resolve("page.html")));
    assertEquals(1, err.toString().lines().count(), err.toString());
  }
}
