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

  /** What takes its place in a suite of software on channels. */
  private static final String JFS_NIO = "jfs-nio";

  private static final String LAB = "-lab";

  /** Whether it is of devices that are made of software: its ratios are about other things. */
  boolean isLab() {
    return name.endsWith(LAB);
  }

  boolean isDisturbed() {
    return report.load() != null && report.load().isBusy();
  }

  /** What JFS did, in all its variants, also with an agent at one end only. */
  List<Row> ofJfsVariants() {
    return report.rows().stream().filter(row -> row.variant().contains(JFS)).toList();
  }

  /** The variant that is JFS in a report. */
  static String jfs(Report report) {
    return report.variants().contains(JFS) ? JFS : JFS_NIO;
  }
}
