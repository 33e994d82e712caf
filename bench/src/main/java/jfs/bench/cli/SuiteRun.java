package jfs.bench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import jfs.bench.harness.BenchException;
import jfs.bench.harness.ColdRuns;
import jfs.bench.harness.Interleaver;
import jfs.bench.harness.Plan;
import jfs.bench.harness.Results;
import jfs.bench.html.HtmlReport;
import jfs.bench.record.BadReportException;
import jfs.bench.record.ReportFile;
import jfs.bench.report.Conditions;
import jfs.bench.report.CsvReport;
import jfs.bench.report.Floor;
import jfs.bench.report.JsonReport;
import jfs.bench.report.Suite;

/** Runs a suite and reports. */
final class SuiteRun {

  private static final int NOT_SHOWN = 3;

  private SuiteRun() {}

  /** Answers the exit status. */
  static int of(Suite suite, Plan plan, SuiteOptions options) {
    PrintWriter out = options.command.commandLine().getOut();
    PrintWriter err = options.command.commandLine().getErr();
    Conditions conditions = new Conditions();
    Results results;
    try (ProgressLine progress = new ProgressLine(err)) {
      results =
          plan.programs().software().isPresent()
              ? new ColdRuns(plan, suite == Suite.COLD, progress).run()
              : new Interleaver(plan, progress).run();
    }
    Map<String, String> about = conditions.describe(plan);
    out.print(suite.text(results, about));
    out.flush();
    String json = JsonReport.of(suite, results, about);
    if (options.json != null) {
      write(options.json, json);
    }
    if (options.out != null) {
      write(options.out, suite, results, json).forEach(file -> err.println("written: " + file));
    }
    if (options.atLeast == null) {
      return 0;
    }
    List<String> below = new Floor(options.atLeast).notShown(suite, results);
    below.forEach(line -> err.println("not shown to be " + options.atLeast + ": " + line));
    return below.isEmpty() ? 0 : NOT_SHOWN;
  }

  private static List<Path> write(Path folder, Suite suite, Results results, String json) {
    Path jsonFile = folder.resolve(suite.title() + ".json");
    Path csvFile = folder.resolve(suite.title() + ".csv");
    Path page = folder.resolve(suite.title() + ".html");
    try {
      Files.createDirectories(folder);
      write(jsonFile, json);
      write(csvFile, CsvReport.of(results));
      write(page, HtmlReport.of(ReportFile.read(jsonFile)));
    } catch (IOException e) {
      throw new BenchException("cannot make the folder " + folder + ": " + e.getMessage(), e);
    } catch (BadReportException e) {
      throw new IllegalStateException(e); // it was written just now
    }
    return List.of(jsonFile, csvFile, page);
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new BenchException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }
}
