package jfs.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import jfs.bench.result.MachineLoad;

/**
 * What others took of the processors while something was measured: programs that this one did not
 * start, and the host of a virtual machine. By proc(5): the CPU time of all, less that of this
 * process and of those of its children that have ended.
 *
 * <p>Interrupts belong to the time of all: the kernel lists them apart, but charges them to the
 * program that they interrupt, and loopback TCP is soft interrupts for the most part. A kernel that
 * was built to charge them to nobody (IRQ_TIME_ACCOUNTING) shows what this process causes as taken
 * by others: too much, never too little.
 */
final class Disturbance {

  /** USER_HZ: what proc(5) counts in, on all processors that there is a JDK for. */
  private static final double TICKS_PER_SECOND = 100;

  private static final int USER = 1;
  private static final int NICE = 2;
  private static final int SYSTEM = 3;
  private static final int IRQ = 6;
  private static final int SOFTIRQ = 7;
  private static final int STEAL = 8;

  /** Behind the program's name, which may have blanks in it: utime, stime, cutime, cstime. */
  private static final int FIRST_OF_OWN = 11;

  private static final int AFTER_OWN = 15;

  /** Ticks since the system began. */
  record Ticks(long all, long stolen, long own) {}

  private final long beganNanos = System.nanoTime();
  private final Optional<Ticks> before = now();

  /** Since this was made, until now; the children have ended. */
  Optional<MachineLoad> load() {
    Optional<Ticks> after = now();
    if (before.isEmpty() || after.isEmpty()) {
      return Optional.empty();
    }
    double ticks = (System.nanoTime() - beganNanos) / 1e9 * TICKS_PER_SECOND;
    long others = after.get().all - before.get().all - (after.get().own - before.get().own);
    long stolen = after.get().stolen - before.get().stolen;
    return Optional.of(new MachineLoad(others / ticks, stolen / ticks));
  }

  private static Optional<Ticks> now() {
    try {
      String all = Files.readAllLines(Path.of("/proc/stat")).get(0);
      return Optional.of(ticks(all, Files.readString(Path.of("/proc/self/stat"))));
    } catch (IOException | RuntimeException e) {
      return Optional.empty(); // not a Linux
    }
  }

  /** Of the first line of /proc/stat, and of /proc/self/stat. */
  static Ticks ticks(String all, String own) {
    List<String> fields = List.of(all.split(" +"));
    String behindName = own.substring(own.lastIndexOf(')') + 2);
    return new Ticks(
        at(fields, USER)
            + at(fields, NICE)
            + at(fields, SYSTEM)
            + at(fields, IRQ)
            + at(fields, SOFTIRQ),
        at(fields, STEAL),
        Arrays.stream(behindName.split(" "), FIRST_OF_OWN, AFTER_OWN)
            .mapToLong(Long::parseLong)
            .sum());
  }

  private static long at(List<String> fields, int index) {
    return Long.parseLong(fields.get(index));
  }
}
