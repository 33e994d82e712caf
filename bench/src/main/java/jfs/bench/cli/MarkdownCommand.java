package jfs.bench.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import jfs.bench.markdown.MarkdownPage;
import jfs.bench.record.BadReportException;
import jfs.bench.record.Report;
import jfs.bench.record.ReportFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code Bench markdown}. */
@Command(
    name = "markdown",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Prints a page of documentation of all results in a folder.")
public final class MarkdownCommand implements Callable<Integer> {

  private static final String JSON = ".json";

  @Spec private CommandSpec command;

  @Parameters(paramLabel = "DIR", description = "What suites have written with --json; NAME.json.")
  private Path folder;

  @Override
  public Integer call() {
    Map<String, Report> reports = new TreeMap<>();
    try {
      for (Path file : files()) {
        reports.put(file.getFileName().toString(), ReportFile.read(file));
      }
    } catch (BadReportException e) {
      return refuse(e.getMessage());
    } catch (IOException e) {
      return refuse("cannot read " + folder + ": " + e.getMessage());
    }
    if (reports.isEmpty()) {
      return refuse("no results (*.json) in " + folder);
    }
    command.commandLine().getOut().print(MarkdownPage.of(reports));
    command.commandLine().getOut().flush();
    return ExitCode.OK;
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(JSON)).toList();
    }
  }

  private int refuse(String message) {
    command.commandLine().getErr().println(command.qualifiedName() + ": " + message);
    return ExitCode.USAGE;
  }
}
