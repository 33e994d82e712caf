package jfs.bench.result;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Finds what is missing from what was read: Gson leaves it null, or 0, and says nothing. */
final class Completeness {

  private Completeness() {}

  static void check(Report report) throws BadReportException {
    if (report.format() != Report.FORMAT && !report.isOld()) {
      throw new BadReportException(
          "format " + report.format() + ", not " + Report.FORMAT + ": of another version");
    }
    require(report.suite(), "suite");
    require(report.conditions(), "conditions");
    require(report.effort(), "effort");
    require(report.skipped(), "skipped");
    require(report.transports(), "transports");
    for (Map.Entry<String, List<Ends>> forks : report.transports().entrySet()) {
      requireAll(forks.getValue(), "transports." + forks.getKey());
    }
    requireAll(report.rows(), "rows");
    if (report.rows().isEmpty()) {
      throw new BadReportException("no rows in it");
    }
    for (int i = 0; i < report.rows().size(); i++) {
      check(report.rows().get(i), "rows[" + i + "].");
    }
  }

  private static void check(Row row, String at) throws BadReportException {
    require(row.workload(), at + "workload");
    require(row.variant(), at + "variant");
    require(row.figures(), at + "figures");
    requireAll(row.figures().values(), at + "figures");
    require(row.speedups(), at + "speedups");
    requireAll(row.speedups().values(), at + "speedups");
    requireAll(row.compared(), at + "compared");
    requireAll(row.warmups(), at + "warmups");
    requireAll(row.forks(), at + "forks");
    for (List<Slice> fork : row.forks()) {
      requireAll(fork, at + "forks");
      for (Slice slice : fork) {
        if (slice.count() <= 0 || slice.elapsedNanos() <= 0) {
          throw new BadReportException("a slice without count or elapsed_ns in '" + at + "forks'");
        }
      }
    }
  }

  private static void requireAll(Collection<?> values, String name) throws BadReportException {
    require(values, name);
    for (Object value : values) {
      require(value, name);
    }
  }

  private static void require(Object value, String name) throws BadReportException {
    if (value == null) {
      throw new BadReportException("no '" + name + "' in it, or not all of it");
    }
  }
}
