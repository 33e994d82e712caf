package jfs.bench.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import jfs.bench.docs.Publication;
import jfs.bench.result.BadReportException;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code Bench page}. */
@Command(
    name = "page",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Makes the pages and plots of documentation anew, of the results in DOCS/benchmarks; takes",
      "new results over before, unless the machine was busy while they were measured."
    },
    footer = "Exit status: 0 done; 1 a new result was refused; 2 bad files or options.")
public final class PageCommand implements Callable<Integer> {

  @Spec private CommandSpec command;

  @Parameters(index = "0", paramLabel = "DOCS", description = "The folder of documentation.")
  private Path docs;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "RESULT.json",
      description = "New results, as suites have written them with --json.")
  private List<Path> results = List.of();

  @Override
  public Integer call() {
    if (!Files.isDirectory(docs)) {
      return refuse("no folder " + docs);
    }
    Publication publication = new Publication(docs);
    int refused = 0;
    try {
      for (Path result : results) {
        Optional<String> refusal = publication.take(result);
        if (refusal.isPresent()) {
          say("not published: " + result + ": " + refusal.get());
          refused++;
        }
      }
      publication.make().forEach(file -> command.commandLine().getOut().println(file));
    } catch (BadReportException e) {
      return refuse(e.getMessage());
    } catch (IOException e) {
      return refuse("cannot read or write in " + docs + ": " + e.getMessage());
    }
    return refused == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private int refuse(String message) {
    say(message);
    return ExitCode.USAGE;
  }

  private void say(String message) {
    command.commandLine().getErr().println(command.qualifiedName() + ": " + message);
  }
}
