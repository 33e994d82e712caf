package jfs.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What carried a pair's connections, at its client and at its server. */
public record Carried(End client, End server) {

  /**
   * What one end says.
   *
   * @param jfs the version of JFS there, empty if there is none
   */
  public record End(String transports, Optional<String> jfs) {

    static End withoutJfs(String transports) {
      return new End(transports, Optional.empty());
    }
  }

  /**
   * What the agent at one end wrote.
   *
   * @throws BenchException if there should have been an agent and it wrote nothing: figures of
   *     plain sockets must not pass for figures of JFS
   */
  static End end(Path summary, Child program) {
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
    return new End(last.describe(), Optional.of(last.version()));
  }
}
