package jfs.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import jfs.bench.cli.CompareCommand;
import jfs.bench.result.SampleReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CompareCommandTest {

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return new CommandLine(new CompareCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  private String file(String name, double jfs) throws IOException {
    SampleReport json =
        new SampleReport("rmi", name.hashCode())
            .workload("call", 0, variant -> variant.equals("jdk") ? 1000 : jfs, "jdk", "jfs");
    return Files.writeString(folder.resolve(name), json.text()).toString();
  }

  @Test
  void exitsWith0WhereNoRegressionIsShown() throws IOException {
    assertEquals(0, run(file("a.json", 500), file("b.json", 500)));
    assertTrue(out.toString().contains("no difference shown"), out.toString());
    assertEquals("", err.toString());
  }

  @Test
  void exitsWith3WhereARegressionIsShown() throws IOException {
    assertEquals(3, run(file("a.json", 500), file("b.json", 600)));
  }

  @Test
  void aToleranceDecidesWhatIsOne() throws IOException {
    String before = file("a.json", 500);
    String after = file("b.json", 515);
    assertEquals(0, run(before, after));
    assertEquals(3, run("--tolerance", "0", before, after));
    assertEquals(2, run("--tolerance", "-1", before, after));
  }

  @Test
  void exitsWith2ForABadFileAndSaysSoInALine() throws IOException {
    Path bad = Files.writeString(folder.resolve("bad.json"), "{}");
    assertEquals(2, run(file("a.json", 500), bad.toString()));
    assertEquals(
        "compare: " + bad + " is not a report: format 0, not 3: of another version",
        err.toString().strip());
    assertEquals("", out.toString());
  }
}
