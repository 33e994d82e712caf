package jfs.bench.docs;

import java.util.List;
import jfs.bench.result.Report;
import jfs.bench.result.Row;

/**
 * A published report.
 *
 * @param name of its files, such as {@code pingpong-two}
 */
record Result(String name, Report report) {

  static final String JFS = "jfs";

  private static final String LAB = "-lab";

  /** Whether it is of devices that are made of software: its ratios are about other things. */
  boolean isLab() {
    return name.endsWith(LAB);
  }

  boolean isDisturbed() {
    return report.load() != null && report.load().isBusy();
  }

  /** What JFS did. */
  List<Row> ofJfs() {
    return report.rows().stream().filter(row -> row.variant().equals(JFS)).toList();
  }
}
