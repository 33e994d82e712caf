package jfs.bench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import jfs.bench.harness.ColdRuns;
import jfs.bench.harness.Interleaver;
import jfs.bench.harness.Results;
import jfs.bench.host.BenchException;
import jfs.bench.html.HtmlReport;
import jfs.bench.plan.Plan;
import jfs.bench.report.Conditions;
import jfs.bench.report.Floor;
import jfs.bench.report.Reports;
import jfs.bench.report.Suite;
import jfs.bench.result.MachineLoad;
import jfs.bench.result.Report;
import jfs.bench.result.ReportFile;

/** Runs a suite and reports. */
final class SuiteRun {

  private static final int NOT_SHOWN = 3;

  private SuiteRun() {}

  /** Answers the exit status. */
  static int of(Suite suite, Plan plan, SuiteOptions options) {
    return of(suite, plan, options, report -> "");
  }

  /** The same with some last words on the report. */
  static int of(Suite suite, Plan plan, SuiteOptions options, Function<Report, String> lastWords) {
    PrintWriter out = options.command.commandLine().getOut();
    PrintWriter err = options.command.commandLine().getErr();
    Conditions conditions = new Conditions();
    Results results;
    try (ProgressLine progress = new ProgressLine(err)) {
      results =
          plan.setup().programs().family().isCold()
              ? new ColdRuns(plan, suite == Suite.COLD, progress).run()
              : new Interleaver(plan, progress).run();
    }
    Optional<MachineLoad> load = conditions.load();
    Report report = Reports.of(suite, results, conditions.describe(plan, load), load);
    out.print(suite.text(report));
    if (options.json != null) {
      write(options.json, ReportFile.text(report));
    }
    if (options.out != null) {
      write(options.out, suite, report).forEach(file -> err.println("written: " + file));
    }
    String last = lastWords.apply(report);
    out.print(last.isEmpty() ? "" : "\n" + last);
    out.flush();
    if (options.atLeast == null) {
      return 0;
    }
    List<String> below = new Floor(options.atLeast).notShown(report);
    below.forEach(line -> err.println("not shown to be " + options.atLeast + ": " + line));
    return below.isEmpty() ? 0 : NOT_SHOWN;
  }

  private static List<Path> write(Path folder, Suite suite, Report report) {
    Path json = folder.resolve(suite.title() + ".json");
    Path page = folder.resolve(suite.title() + ".html");
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new BenchException("cannot make the folder " + folder + ": " + e.getMessage(), e);
    }
    write(json, ReportFile.text(report));
    write(page, HtmlReport.of(report, suite.figures(report)));
    return List.of(json, page);
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new BenchException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }
}
