package jfs.bench;

import java.io.PrintWriter;
import java.io.StringWriter;

/** A run of the harness, and what it wrote. */
record BenchRun(int status, String out, String err) {

  static BenchRun of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status = Bench.run(new PrintWriter(out), new PrintWriter(err), arguments);
    return new BenchRun(status, out.toString(), err.toString());
  }
}
