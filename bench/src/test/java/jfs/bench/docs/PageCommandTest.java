package jfs.bench.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import jfs.bench.cli.PageCommand;
import jfs.bench.result.Figure;
import jfs.bench.result.MachineLoad;
import jfs.bench.result.Ratio;
import jfs.bench.result.SampleReport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

class PageCommandTest {

  @TempDir Path raw;
  @TempDir Path docs;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void makeFolder() throws IOException {
    Files.createDirectory(docs.resolve("benchmarks"));
  }

  private int run(Path... results) {
    String[] arguments = new String[1 + results.length];
    arguments[0] = docs.toString();
    for (int i = 0; i < results.length; i++) {
      arguments[1 + i] = results[i].toString();
    }
    return new CommandLine(new PageCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  private Path write(String name, SampleReport report) throws IOException {
    return Files.writeString(raw.resolve(name + ".json"), report.text());
  }

  private String read(String name) throws IOException {
    return Files.readString(docs.resolve(name));
  }

  private static SampleReport rmi() {
    return new SampleReport("rmi", 1)
        .condition("placement", "two: server on CPU 0, client on CPU 1")
        .workload("call", 0, variant -> 1000, "jdk", "jfs", "other")
        .transport("jfs", "shm: 1", "shm: 1")
        .skipped("netty-epoll", "not here");
  }

  private static SampleReport losing(Figure figure) {
    return new SampleReport("rmi", 1)
        .speedups(Map.of(figure, new Ratio(0.5, 0.25, 0.75, 0.2, 0.8)))
        .workload("call", 0, variant -> 1000, "jdk", "jfs")
        .transport("jfs", "shm: 1", "shm: 1");
  }

  @Test
  void everyResultHasItsTablesAndConditions() throws IOException {
    assertEquals(0, run(write("rmi", rmi())), err.toString());
    String page = read("benchmarks/rmi.md");
    String ratio = "1.500× (1.250–1.750)";
    assertTrue(page.contains("| call | p50 µs | 1.00 | " + ratio + " | " + ratio + " |"), page);
    assertFalse(page.contains("less well"), page);
    assertTrue(page.contains("JFS was carried by: client shm: 1; server shm: 1."), page);
    assertTrue(page.contains("Skipped: netty-epoll: not here."), page);
    assertTrue(page.contains("* CPU: Z80"), page);
    assertTrue(read("benchmarks.md").contains("[rmi](benchmarks/rmi.md)"));
    assertTrue(read("benchmarks.md").contains(" | 1.500× | two | 2026-11-22 | "));
    assertTrue(read("benchmarks/gains-and-losses.svg").contains("rmi, p50 µs"));
  }

  @Test
  void publishedFilesHaveNoSlices() throws IOException {
    Path result = write("rmi", rmi());
    assertEquals(0, run(result), err.toString());
    assertTrue(Files.size(result) > 10 * Files.size(docs.resolve("benchmarks/rmi.json")));
  }

  @Test
  void gainsAndLossesAreSideBySide() throws IOException {
    assertEquals(0, run(write("rmi", rmi()), write("two", losing(Figure.P50))), err.toString());
    String page = read("benchmarks.md");
    String loses =
        "| [two](benchmarks/two.md) | – | call, p50 µs: 0.500× (0.250–0.750) | – | 1 |\n";
    String gains =
        "| [rmi](benchmarks/rmi.md) | call, p50 µs: 1.500× (1.250–1.750) | – | – | – |\n";
    assertTrue(page.contains(loses + gains), page);
    assertFalse(read("benchmarks/rmi.md").contains("All losses"));
  }

  /** Whatever a suite is about. */
  @ParameterizedTest
  @EnumSource(names = {"P90", "P99", "P999"})
  void aLossOfRareDelaysIsALoss(Figure figure) throws IOException {
    String loss = "call, " + figure.label() + ": 0.500× (0.250–0.750)";
    assertLoss(figure, "| – | – | " + loss + " | 1 |");
  }

  @Test
  void aLossOfMemoryIsALoss() throws IOException {
    assertLoss(Figure.MEMORY, "| – | call, MiB: 0.500× (0.250–0.750) | – | 1 |");
  }

  private void assertLoss(Figure figure, String row) throws IOException {
    assertEquals(0, run(write("rmi", losing(figure))), err.toString());
    assertTrue(read("benchmarks.md").contains(row), read("benchmarks.md"));
    String listed = "| call, " + figure.label() + " | 0.500× (0.250–0.750) |";
    assertTrue(read("benchmarks/rmi.md").contains(listed), read("benchmarks/rmi.md"));
  }

  @Test
  void variantsOfJfsCanLoseAsWell() throws IOException {
    SampleReport streams =
        new SampleReport("serial", 1)
            .speedups(Map.of(Figure.P50, new Ratio(0.5, 0.25, 0.75, 0.2, 0.8)))
            .workload("write", 0, variant -> 1000, "jdk", "jfs-streams", "kryo");
    assertEquals(0, run(write("serial", streams)), err.toString());
    String page = read("benchmarks.md");
    assertTrue(page.contains("| write, jfs-streams, p50 µs: 0.500× (0.250–0.750) |"), page);
    assertFalse(page.contains("kryo, p50"), page);
    String plot = read("benchmarks/gains-and-losses.svg");
    assertTrue(plot.contains("serial, jfs-streams, p50 µs"), plot);
  }

  @Test
  void lossesThatTheDataCannotShowAreNamed() throws IOException {
    assertEquals(0, run(write("rmi", rmi())), err.toString());
    String page = read("benchmarks.md").replace('\n', ' ');
    assertTrue(
        page.contains("only their medians. These are: p99 µs (`rmi`); per s (`rmi`)."), page);
  }

  @Test
  void intervalsOfFewJvmsAreMarked() throws IOException {
    SampleReport few =
        new SampleReport("rmi", 1)
            .effort(2, 20, 0.02)
            .workload("call", 0, variant -> 1000, "jdk", "jfs")
            .transport("jfs", "shm: 1", "shm: 1");
    assertEquals(0, run(write("two", few), write("many", rmi())), err.toString());
    String page = read("benchmarks.md").replace('\n', ' ');
    assertTrue(page.contains("So many sets were measured: 2 (`two`)."), page);
    assertTrue(read("benchmarks/two.md").contains("**The intervals are of 2 sets of fresh JVMs**"));
    assertFalse(read("benchmarks/many.md").contains("The intervals are of"));
  }

  @Test
  void ofFewRoundsNothingIsProven() throws IOException {
    SampleReport few =
        new SampleReport("rmi", 1)
            .speedups(Map.of(Figure.P50, new Ratio(0.5, null, null, 0.2, 0.8)))
            .workload("call", 0, variant -> 1000, "jdk", "jfs")
            .transport("jfs", "shm: 1", "shm: 1");
    assertEquals(0, run(write("rmi", few)), err.toString());
    assertTrue(read("benchmarks.md").contains("| – | – | – | – |"), read("benchmarks.md"));
    assertTrue(read("benchmarks.md").contains("Too few rounds for intervals"));
    assertTrue(read("benchmarks.md").contains("are: `rmi`."), read("benchmarks.md"));
    assertTrue(read("benchmarks/rmi.md").contains("| call | p50 µs | 1.00 | 0.500× |"));
  }

  @Test
  void mediansThatAreNotKnownWellAreCounted() throws IOException {
    SampleReport report =
        new SampleReport("rmi", 1)
            .workload("call", 0, variant -> 1, "jdk")
            .effort(5, 20, 0.12)
            .workload("call", 0, variant -> 1, "jfs")
            .transport("jfs", "shm: 1", "shm: 1");
    assertEquals(0, run(write("rmi", report)), err.toString());
    String page = read("benchmarks/rmi.md").replace('\n', ' ');
    assertTrue(
        page.contains(
            "Of 2 medians 1 are known less well than to ±5 % in their own JVMs, the least well to"
                + " ±12 %."),
        page);
  }

  @Test
  void latenciesBySizeArePlottedWithTheLosses() throws IOException {
    SampleReport sizes = new SampleReport("pingpong", 1).transport("jfs", "shm: 1", "shm: 1");
    for (int size : new int[] {1, 64, 1024}) {
      String label = size == 1024 ? "1K" : String.valueOf(size);
      sizes.workload(label, size, variant -> 1000 + size, "jdk", "jfs");
    }
    assertEquals(
        0, run(write("pingpong-two", sizes), write("rmi", losing(Figure.P50))), err.toString());
    String headline = read("benchmarks/headline.svg");
    assertTrue(headline.contains("a processor for each JVM, 1K: 1.500×"), headline);
    assertTrue(headline.contains("rmi, call, p50 µs: 0.500×"), headline);
    assertTrue(read("benchmarks/latency.svg").contains("prefers-color-scheme:dark"));
  }

  @Test
  void resultsOfABusyMachineAreRefusedAndTheOldOnesKept() throws IOException {
    assertEquals(0, run(write("rmi", rmi())), err.toString());
    String before = read("benchmarks/rmi.json");
    assertEquals(1, run(write("rmi", rmi().load(new MachineLoad(0, 0.46)))));
    assertEquals(
        "page: not published: "
            + raw.resolve("rmi.json")
            + ": the host of this machine took 0.46 of a CPU, more than 0.05",
        err.toString().strip());
    assertEquals(before, read("benchmarks/rmi.json"));
  }

  @Test
  void figuresOfTcpAreNotPublishedAsThoseOfJfs() throws IOException {
    assertEquals(1, run(write("rmi", rmi().transport("jfs", "shm: 1", "tcp: 1 (unpaired: 1)"))));
    assertEquals(
        "page: not published: "
            + raw.resolve("rmi.json")
            + ": not both ends of jfs had a connection that left TCP:"
            + " client shm: 1; server tcp: 1 (unpaired: 1)",
        err.toString().strip());
    assertFalse(Files.exists(docs.resolve("benchmarks/rmi.json")));
  }

  @Test
  void oneConnectionOfManyOnTcpIsEnough() throws IOException {
    String ends = "shm: 31, tcp: 1 (unpaired: 1)";
    SampleReport many =
        new SampleReport("many", 1)
            .workload("32 x 100", 0, variant -> 1000, "jdk", "jfs")
            .transport("jfs", ends, "shm: 32");
    assertEquals(1, run(write("many", many)));
    assertEquals(
        "page: not published: "
            + raw.resolve("many.json")
            + ": not all connections of jfs left TCP (client 31 of 32, server 32 of 32):"
            + (" client " + ends + "; server shm: 32"),
        err.toString().strip());
    assertEquals(0, run(write("rmi", rmi().transport("jfs", ends, ends))), "RMI has others");
  }

  @Test
  void whatCarriedJfsMustBeKnown() throws IOException {
    SampleReport silent = new SampleReport("rmi", 1).workload("call", 0, name -> 1, "jdk", "jfs");
    assertEquals(1, run(write("rmi", silent)));
    assertTrue(err.toString().contains("it is not known what carried jfs"), err.toString());
  }

  @Test
  void connectionsThatAreTooShortMayStayOnTcp() throws IOException {
    SampleReport connect =
        new SampleReport("connect", 1)
            .workload("connect", 0, variant -> 1000, "jdk", "jfs")
            .transport("jfs", "tcp: 9 (unpaired: 9)", "tcp: 9 (unpaired: 9)");
    assertEquals(0, run(write("connect", connect)), err.toString());
  }

  /** Into the folder of documentation, as if it had been published before. */
  private void publish(String name, SampleReport report) throws IOException {
    Files.writeString(docs.resolve("benchmarks").resolve(name + ".json"), report.text());
  }

  @Test
  void thePageSaysWhatPassedBothChecks() throws IOException {
    publish("rmi", rmi());
    assertEquals(0, run(), err.toString());
    assertTrue(read("benchmarks.md").contains("\nAll suites here passed both checks.\n"));

    publish("cold", rmi().old());
    publish("rmi-lab", rmi());
    assertEquals(0, run(), err.toString());
    String page = read("benchmarks.md");
    assertTrue(
        page.contains(
            "These suites here passed both checks: `rmi`. Others did not, or cannot show it:\n\n"
                + "* what other programs took is not known: interrupts were left out of the count"
                + " (`cold`)\n"
                + "* measured in a guest, which does not see what else its host did (`rmi-lab`)\n"),
        page);
  }

  @Test
  void anOldCountOfOthersIsNotShownAsNothing() throws IOException {
    publish("rmi", rmi().old().condition("others took", "0.00 of a CPU"));
    assertEquals(0, run(), err.toString());
    String page = read("benchmarks/rmi.md");
    assertFalse(page.contains("others took: 0.00"), page);
    assertTrue(page.contains("* others took: not known, for interrupts were left out"), page);
  }

  @Test
  void oldTimesOfNettyAtAPaceAreMarked() throws IOException {
    publish("cpu", new SampleReport("cpu", 1).old().workload("1", 0, v -> 1, "jdk", "netty-epoll"));
    publish("cpu-two", new SampleReport("cpu", 1).workload("1", 0, v -> 1, "jdk", "netty-epoll"));
    publish("rmi", new SampleReport("rmi", 1).old().workload("1", 0, v -> 1, "jdk", "netty-epoll"));
    assertEquals(0, run(), err.toString());
    assertTrue(read("benchmarks/cpu.md").contains("Netty's times at a pace are not comparable"));
    assertFalse(read("benchmarks/cpu-two.md").contains("not comparable"));
    assertFalse(read("benchmarks/rmi.md").contains("not comparable"));
  }

  @Test
  void badFilesAreRefusedInALine() throws IOException {
    Path bad = Files.writeString(raw.resolve("bad.json"), "{}");
    assertEquals(2, run(bad));
    assertEquals(1, err.toString().lines().count(), err.toString());
  }

  @Test
  void aFolderThatIsNotThereIsRefused() {
    docs = docs.resolve("none");
    assertEquals(2, run());
    assertTrue(err.toString().contains("no folder "), err.toString());
  }
}
