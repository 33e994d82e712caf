package jfs.bench;

import java.io.PrintWriter;
import java.io.StringWriter;

/** A run of the harness, and what it wrote. */
record BenchRun(int status, String out, String err) {

  private static final String SHORT = "--forks 1 --rounds 2 --slice 2 --warmup 5";

  /** As short as can be, else as the words say. */
  static BenchRun ofShort(String words) {
    return of((words + " " + SHORT).split(" ", -1));
  }

  static BenchRun of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status = Bench.run(new PrintWriter(out), new PrintWriter(err), arguments);
    return new BenchRun(status, out.toString(), err.toString());
  }
}
