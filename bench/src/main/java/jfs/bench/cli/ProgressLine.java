package jfs.bench.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import jfs.bench.harness.Interleaver;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Shows how far a run is: a bar on a terminal, else a line for each part. */
final class ProgressLine implements Interleaver.Progress, AutoCloseable {

  /** Drawing takes time from what is measured. */
  private static final int UPDATE_MILLIS = 1000;

  private final PrintWriter lines;

  /** Null until the first part, and where there is no terminal. */
  private ProgressBar bar;

  ProgressLine(PrintWriter lines) {
    this.lines = lines;
  }

  @Override
  public void next(int done, int of, String what) {
    if (!isTerminal()) {
      lines.println((done + 1) + "/" + of + ": " + what);
      return;
    }
    if (bar == null) {
      bar =
          new ProgressBarBuilder()
              .setTaskName("measuring")
              .setInitialMax(of)
              .setUpdateIntervalMillis(UPDATE_MILLIS)
              .setStyle(ProgressBarStyle.ASCII)
              .build();
    }
    bar.stepTo(done);
    bar.setExtraMessage(" " + what);
  }

  /** Whether standard error is one; System.console() does not say so from JDK 22 on. */
  private static boolean isTerminal() {
    try {
      String device = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
      return device.startsWith("/dev/pts/") || device.startsWith("/dev/tty");
    } catch (IOException e) {
      return false; // not a Linux
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.stepTo(bar.getMax());
      bar.close();
    }
  }
}
