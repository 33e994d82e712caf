package jfs.bench.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import jfs.bench.html.HtmlReport;
import jfs.bench.report.Suite;
import jfs.bench.result.BadReportException;
import jfs.bench.result.Report;
import jfs.bench.result.ReportFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code Bench report}. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Makes a web page, one file complete in itself, of what --json has written.")
public final class ReportCommand implements Callable<Integer> {

  private static final String JSON = ".json";
  private static final String HTML = ".html";

  @Spec private CommandSpec command;

  @Parameters(paramLabel = "RESULT.json", description = "What a suite has written with --json.")
  private Path result;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE.html",
      description = "Where to write the page (default: RESULT.html).")
  private Path output;

  @Override
  public Integer call() {
    Path page = output == null ? besideResult() : output;
    try {
      Report report = ReportFile.read(result);
      if (Files.exists(page) && Files.isSameFile(page, result)) {
        return refuse(page + " is the result itself: name another file with -o");
      }
      String table = Suite.named(report.suite()).map(suite -> suite.figures(report)).orElse("");
      Files.writeString(page, HtmlReport.of(report, table));
    } catch (BadReportException e) {
      return refuse(e.getMessage());
    } catch (IOException e) {
      return refuse("cannot write " + page + ": " + e.getMessage());
    }
    command.commandLine().getOut().println(page);
    return ExitCode.OK;
  }

  private Path besideResult() {
    String name = String.valueOf(result.getFileName());
    return result.resolveSibling(
        (name.endsWith(JSON) ? name.substring(0, name.length() - JSON.length()) : name) + HTML);
  }

  private int refuse(String message) {
    command.commandLine().getErr().println(command.qualifiedName() + ": " + message);
    return ExitCode.USAGE;
  }
}
