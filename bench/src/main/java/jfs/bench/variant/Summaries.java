package jfs.bench.variant;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import jfs.bench.host.BenchException;
import jfs.bench.plan.Carried;

/** What agents wrote of the connections of programs that have ended. */
final class Summaries {

  private Summaries() {}

  /**
   * What the agent at one end wrote.
   *
   * @throws BenchException if there should have been an agent and it wrote nothing: figures of
   *     plain sockets must not pass for figures of JFS
   */
  static Carried.End end(Path summary, Child program) {
    List<SummaryLine> lines;
    try {
      lines = SummaryLine.parse(Files.readString(summary));
    } catch (NoSuchFileException e) {
      lines = List.of();
    } catch (IOException e) {
      throw new BenchException("cannot read the agent's summary " + summary, e);
    }
    if (lines.isEmpty()) {
      throw new BenchException(
          "the agent of "
              + program.name()
              + " left no summary: did it start?"
              + program.lastWords());
    }
    SummaryLine last = lines.get(lines.size() - 1);
    return new Carried.End(last.describe(), last.beyondTcp(), Optional.of(last.version()));
  }
}
