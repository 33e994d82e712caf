package jfs.bench.markdown;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import jfs.bench.cli.MarkdownCommand;
import jfs.bench.record.ReportJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class MarkdownCommandTest {

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run() {
    return new CommandLine(new MarkdownCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(folder.toString());
  }

  private String write(String file, ReportJson json) throws IOException {
    Files.writeString(folder.resolve(file), json.text());
    return json.text();
  }

  @Test
  void everyResultHasItsTableAndItsConditions() throws IOException {
    write(
        "rmi.json",
        new ReportJson("rmi", 1)
            .workload("call", 0, variant -> 1000, "jdk", "jfs", "other")
            .transport("jfs", "shm: 1", "shm: 1")
            .skipped("netty-epoll", "not here"));
    write("connect.json", new ReportJson("connect", 1).workload("cycle", 0, v -> 9, "jdk", "jfs"));
    assertEquals(0, run(), err.toString());
    String page = out.toString();
    String ratio = "1.500× (1.250–1.750)";
    assertTrue(page.contains("| call | p50 µs | 1.00 | " + ratio + " | " + ratio + " |"), page);
    assertFalse(page.contains("less well"), page);
    assertTrue(page.contains("JFS was carried by: client shm: 1; server shm: 1."), page);
    assertTrue(page.contains("Skipped: netty-epoll: not here."), page);
    assertTrue(page.contains("* CPU: Z80"), page);
    assertTrue(page.contains("```\nline <1>\nline 2\n```\n"), page);
    assertTrue(page.indexOf("## connect") < page.indexOf("## rmi"), page);
    assertTrue(page.contains("Nowhere that these runs prove"), page);
  }

  @Test
  void whatIsSlowerIsListed() throws IOException {
    String json = write("rmi.json", new ReportJson("rmi", 1).workload("call", 0, v -> 1, "jfs"));
    Files.writeString(
        folder.resolve("rmi.json"),
        json.replace("1.25", "0.25").replace("1.75", "0.75").replace("1.5,", "0.5,"));
    assertEquals(0, run(), err.toString());
    assertTrue(
        out.toString().contains("* rmi, call, p50 µs: 0.500× (0.250–0.750)"), out.toString());
  }

  /** Whatever a suite is about. */
  @Test
  void aSlowerTailIsListed() throws IOException {
    String json = write("rmi.json", new ReportJson("rmi", 1).workload("call", 0, v -> 1, "jfs"));
    Files.writeString(
        folder.resolve("rmi.json"),
        json.replace(
            "\"speedup\":{", "\"speedup\":{\"p99_us\":{\"median\":0.5,\"low\":0.4,\"high\":0.6},"));
    assertEquals(0, run(), err.toString());
    assertTrue(
        out.toString().contains("* rmi, call, p99 µs: 0.500× (0.400–0.600)"), out.toString());
  }

  @Test
  void ofFewRoundsNothingIsProven() throws IOException {
    String json = write("rmi.json", new ReportJson("rmi", 1).workload("call", 0, v -> 1, "jfs"));
    Files.writeString(
        folder.resolve("rmi.json"),
        json.replace(":1.25", ":null").replace(":1.75", ":null").replace(":1.5,", ":0.5,"));
    assertEquals(0, run(), err.toString());
    assertTrue(out.toString().contains("| call | p50 µs | – | 0.500× |"), out.toString());
    assertTrue(out.toString().contains("Nowhere that these runs prove"), out.toString());
  }

  @Test
  void mediansThatAreNotKnownWellAreCounted() throws IOException {
    write(
        "rmi.json",
        new ReportJson("rmi", 1)
            .workload("call", 0, v -> 1, "jdk")
            .effort(5, 20, 0.12)
            .workload("call", 0, v -> 1, "jfs"));
    assertEquals(0, run(), err.toString());
    assertTrue(
        out.toString()
            .contains(
                "Of 2 medians 1 are known less well than to ±5 % in their own JVMs, the least well"
                    + " to ±12 %."),
        out.toString());
  }

  @Test
  void aFolderWithoutResultsIsRefused() {
    assertEquals(2, run());
    assertTrue(err.toString().contains("no results (*.json) in "), err.toString());
  }
}
