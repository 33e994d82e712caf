package jfs.bench.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code Bench jmh}. */
@Command(
    name = "jmh",
    sortOptions = false,
    description = "Micro-benchmarks; all arguments are JMH's (-h lists them).")
public final class JmhCommand implements Callable<Integer> {

  @Parameters(paramLabel = "ARGUMENT", description = "For JMH.")
  private List<String> arguments = new ArrayList<>();

  @Override
  public Integer call() throws IOException {
    org.openjdk.jmh.Main.main(arguments.toArray(String[]::new));
    return 0;
  }
}
