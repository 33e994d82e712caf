package jfs.bench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import jfs.bench.harness.BenchException;
import jfs.bench.harness.Interleaver;
import jfs.bench.harness.Plan;
import jfs.bench.harness.Results;
import jfs.bench.report.Conditions;
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
    Results results = new Interleaver(plan, err::println).run();
    Map<String, String> about = conditions.describe(plan);
    out.print(suite.text(results, about));
    out.flush();
    if (options.json != null) {
      write(options, JsonReport.of(suite, results, about));
    }
    if (options.atLeast == null) {
      return 0;
    }
    List<String> below = new Floor(options.atLeast).notShown(suite, results);
    below.forEach(line -> err.println("not shown to be " + options.atLeast + ": " + line));
    return below.isEmpty() ? 0 : NOT_SHOWN;
  }

  private static void write(SuiteOptions options, String json) {
    try {
      Files.writeString(options.json, json);
    } catch (IOException e) {
      throw new BenchException("cannot write " + options.json + ": " + e.getMessage(), e);
    }
  }
}
