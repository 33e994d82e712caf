package jfs.bench.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import jfs.bench.compare.Comparing;
import jfs.bench.result.BadReportException;
import jfs.bench.result.Report;
import jfs.bench.result.ReportFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code Bench compare}. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Compares two runs of a suite: what changed from A to B, and how certain that is.",
    footer = "Exit status: 0 no regression is shown; 3 one is; 2 bad files or options.")
public final class CompareCommand implements Callable<Integer> {

  private static final int REGRESSION = 3;

  @Spec private CommandSpec command;

  @Parameters(index = "0", paramLabel = "A.json", description = "What --json wrote before.")
  private Path before;

  @Parameters(index = "1", paramLabel = "B.json", description = "What --json wrote after.")
  private Path after;

  @Option(
      names = "--tolerance",
      paramLabel = "PERCENT",
      defaultValue = "5",
      description =
          "A speed-up to the JDK that is less in B is a regression where its change's whole 95 %%"
              + " interval is beyond this (default: ${DEFAULT-VALUE}).")
  private double tolerance;

  @Override
  public Integer call() {
    if (!(tolerance >= 0 && tolerance < 100)) {
      throw new ParameterException(
          command.commandLine(), "--tolerance must be 0 to 100, not " + tolerance);
    }
    Comparing comparing;
    try {
      Report first = ReportFile.read(before);
      Report second = ReportFile.read(after);
      comparing = Comparing.of(first, second, tolerance);
    } catch (BadReportException e) {
      command.commandLine().getErr().println(command.qualifiedName() + ": " + e.getMessage());
      return ExitCode.USAGE;
    }
    command.commandLine().getOut().print(comparing.text());
    command.commandLine().getOut().flush();
    return comparing.isRegression() ? REGRESSION : ExitCode.OK;
  }
}
