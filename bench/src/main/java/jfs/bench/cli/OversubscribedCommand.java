package jfs.bench.cli;

import java.util.concurrent.Callable;
import jfs.bench.host.Cpus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code Bench oversubscribed}. */
@Command(
    name = "oversubscribed",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Echoes of 100 bytes on so many connections that each core has several threads to run, at"
            + " each end: a thread that spins there takes the core from the thread that it waits for.")
public final class OversubscribedCommand implements Callable<Integer> {

  private static final int MOST_THREADS = 64;

  @Mixin private SuiteOptions options;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "8",
      description = "Threads a core, at each end (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Override
  public Integer call() {
    if (threads < 1 || threads > MOST_THREADS) {
      throw options.refusal("--threads must be 1 to " + MOST_THREADS);
    }
    return ManyCommand.run(options, threads * Cpus.ofProcess().size());
  }
}
