package jfs.bench.variant;

import java.time.Duration;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import jfs.bench.host.BenchException;
import jfs.bench.plan.Carried;
import jfs.bench.plan.Pair;
import jfs.bench.plan.VariantSetup;
import jfs.bench.plan.Workload;
import jfs.bench.result.Slice;

/** A server and a client for each slice: these programs measure once. Their CPU time is unknown. */
final class PerftestPair implements Pair {

  /** In front of the row of figures there may be warnings, and a table's head. */
  private static final Pattern FIGURES = Pattern.compile("[ \t]*[0-9]+([ \t]+[0-9.]+)+[ \t]*");

  private static final String LISTENING = "Waiting for client";
  private static final int MOST_LINES = 100;
  private static final int MOST_TRIES = 5;

  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final int BYTES_PER_MEBIBYTE = 1 << 20;

  private final String name;
  private final VariantSetup setup;
  private final Duration patience;

  PerftestPair(String name, VariantSetup setup) {
    this.name = name;
    this.setup = setup;
    patience = setup.patience();
  }

  @Override
  public void awaitReady() {
    // there is nothing until there is a slice
  }

  @Override
  public Slice run(Workload workload, long count) {
    return firstOf(MOST_TRIES, () -> runOnce(workload, count));
  }

  /** Tries again: the server says that it waits before it listens, and either program may hang. */
  static <T> T firstOf(int tries, Supplier<T> attempt) {
    for (int left = tries - 1; true; left--) {
      try {
        return attempt.get();
      } catch (BenchException e) {
        if (left == 0 || Thread.currentThread().isInterrupted()) {
          throw e;
        }
      }
    }
  }

  private Slice runOnce(Workload workload, long count) {
    try (Child server =
        Child.start(name + " server", Perftest.server(setup, workload, count), patience)) {
      line(server, line -> line.contains(LISTENING));
      try (Child client =
          Child.start(name + " client", Perftest.client(setup, workload, count), patience)) {
        String figures = line(client, PerftestPair::hasFigures);
        client.end();
        server.end();
        return slice(workload, figures);
      }
    }
  }

  private interface Sought {
    boolean is(String line);
  }

  private static String line(Child program, Sought sought) {
    for (int i = 0; i < MOST_LINES; i++) {
      String line = program.line("among its lines");
      if (sought.is(line)) {
        return line;
      }
    }
    throw new BenchException(program.name() + " wrote no line that was expected");
  }

  static boolean hasFigures(String line) {
    return FIGURES.matcher(line).matches();
  }

  /**
   * Reads a row of figures. For latency: bytes, messages, then half round trips in µs: the least,
   * the greatest, the typical, the mean, their deviation, p99, p99.9. For bandwidth: bytes,
   * messages, the peak and the mean of 2^20 bytes a second.
   */
  static Slice slice(Workload workload, String figures) {
    String[] words = figures.strip().split("[ \t]+", -1);
    try {
      long count = Long.parseLong(words[1]);
      if (Perftest.isEcho(workload)) {
        double roundTrip = workload.messages() * NANOS_PER_MICRO;
        return new Slice(
            count,
            Math.round(Double.parseDouble(words[5]) * roundTrip * count),
            Double.parseDouble(words[4]) * roundTrip,
            Double.NaN,
            Double.parseDouble(words[7]) * roundTrip,
            Double.parseDouble(words[8]) * roundTrip,
            Double.NaN,
            Double.NaN);
      }
      double bytesPerSecond = Double.parseDouble(words[3]) * BYTES_PER_MEBIBYTE;
      long elapsed = Math.round(workload.bytes() * count / bytesPerSecond * NANOS_PER_SECOND);
      return Slice.untimed(count, elapsed, Double.NaN, Double.NaN);
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw new BenchException("perftest wrote '" + figures + "'", e);
    }
  }

  @Override
  public long cpuStepNanos() {
    return 0;
  }

  @Override
  public Carried end() {
    Carried.End end = Carried.End.withoutJfs("C, perftest's writes over RDMA verbs, polled");
    return new Carried(end, end);
  }

  @Override
  public void close() {
    // each slice has ended what it began
  }
}
