package jfs.bench.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A limit to the processor time of each measured JVM, as containers have one: a control group for
 * each, by {@code cpu.max} (cgroup v2) or {@code cpu.cfs_quota_us} (v1). The harness removes the
 * groups with {@link #close}, when their processes have ended.
 *
 * <p>One thread.
 */
public final class Quota implements AutoCloseable {

  private static final int PERIOD_MICROS = 100_000; // the kernel's default, and so containers'
  private static final Path V1 = Path.of("/sys/fs/cgroup/cpu");
  private static final Path V2 = Path.of("/sys/fs/cgroup");

  /** Joins the group before it becomes the program: all of the program's threads are in it. */
  private static final String JOIN = "echo $$ >\"$0\"/cgroup.procs && exec \"$@\"";

  private final double cpus;
  private final Path parent;
  private final boolean v1;
  private final List<Path> groups = new ArrayList<>();

  /**
   * So many CPUs for each.
   *
   * @throws BenchException if this process may not make control groups with limits
   */
  public Quota(double cpus) {
    this.cpus = cpus;
    v1 = Files.isDirectory(V1);
    parent = v1 ? V1 : V2;
    try {
      Files.delete(newGroup());
      groups.clear();
    } catch (IOException e) {
      throw new BenchException("no control groups with a limit can be made: " + e, e);
    }
  }

  private Path newGroup() throws IOException {
    Path group = Files.createTempDirectory(parent, "jfs-bench-");
    groups.add(group);
    long micros = Math.round(cpus * PERIOD_MICROS);
    if (v1) {
      Files.writeString(group.resolve("cpu.cfs_period_us"), String.valueOf(PERIOD_MICROS));
      Files.writeString(group.resolve("cpu.cfs_quota_us"), String.valueOf(micros));
    } else {
      Files.writeString(group.resolve("cpu.max"), micros + " " + PERIOD_MICROS);
    }
    return group;
  }

  /** The words to put before a program's command line, which gets a group of its own. */
  public List<String> prefix() {
    try {
      return List.of("sh", "-c", JOIN, newGroup().toString());
    } catch (IOException e) {
      throw new BenchException("no control group: " + e, e);
    }
  }

  /** For the conditions. */
  public String describe() {
    return String.format(Locale.ROOT, "%.2f CPU for each JVM", cpus);
  }

  @Override
  public void close() {
    for (Path group : groups) {
      try {
        Files.delete(group);
      } catch (IOException e) {
        throw new BenchException("a control group is left: " + e, e);
      }
    }
    groups.clear();
  }
}
