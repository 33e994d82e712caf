package jfs.bench.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The CPUs that this process may use. */
public final class Cpus {

  private static final String ALLOWED = "Cpus_allowed_list:";

  private Cpus() {}

  /** Their numbers, one of each core first and the cores' other hardware threads after. */
  public static List<Integer> ofProcess() {
    List<Integer> first = new ArrayList<>();
    List<Integer> siblings = new ArrayList<>();
    List<String> cores = new ArrayList<>();
    for (int cpu : allowed()) {
      String core = core(cpu);
      boolean seen = cores.contains(core);
      (seen ? siblings : first).add(cpu);
      cores.add(core);
    }
    first.addAll(siblings);
    return first;
  }

  private static List<Integer> allowed() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
        if (line.startsWith(ALLOWED)) {
          return parse(line.substring(ALLOWED.length()).strip());
        }
      }
    } catch (IOException e) {
      // Not a Linux: the JDK's own count will do.
    }
    return IntStream.range(0, Runtime.getRuntime().availableProcessors()).boxed().toList();
  }

  /** Reads a list such as {@code 0-3,8}. */
  static List<Integer> parse(String list) {
    List<Integer> cpus = new ArrayList<>();
    for (String range : list.split(",", -1)) {
      String[] ends = range.split("-", -1);
      int last = Integer.parseInt(ends[ends.length - 1]);
      for (int cpu = Integer.parseInt(ends[0]); cpu <= last; cpu++) {
        cpus.add(cpu);
      }
    }
    return cpus;
  }

  /** What is the same for two hardware threads of one core; the CPU's own number if unknown. */
  private static String core(int cpu) {
    Path siblings =
        Path.of("/sys/devices/system/cpu/cpu" + cpu, "topology", "thread_siblings_list");
    try {
      return Files.readString(siblings).strip();
    } catch (IOException e) {
      return String.valueOf(cpu);
    }
  }
}
