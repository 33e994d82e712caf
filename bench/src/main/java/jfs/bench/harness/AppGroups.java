package jfs.bench.harness;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Parallel programs: for each number of processes that any workload wants, so many JVMs that have
 * met. A workload's command begins with that number.
 */
final class AppGroups implements Pair {

  private final Jvms jvms;

  /** By how many they are. */
  private final Map<Integer, AppGroup> groups = new TreeMap<>();

  /** What the sequential runs came to, by command. */
  private final Map<String, Long> checks = new HashMap<>();

  AppGroups(String variant, Jvms jvms, Plan plan, Path folder) {
    this.jvms = jvms;
    try {
      for (Workload workload : plan.workloads()) {
        int processes = processes(workload);
        if (!groups.containsKey(processes)) {
          groups.put(processes, new AppGroup(variant, jvms, processes, plan, folder));
        }
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private static int processes(Workload workload) {
    return Integer.parseInt(workload.command().split(" ", 2)[0]);
  }

  @Override
  public void awaitReady() {
    groups.values().forEach(AppGroup::meet);
  }

  @Override
  public Slice run(Workload workload, long count) {
    AppGroup group = groups.get(processes(workload));
    String command = workload.command().split(" ", 2)[1];
    if (!command.startsWith("run ")) {
      long before = group.othersCpuNanos();
      String answer = group.askFirst(command + " " + count);
      return Slice.of(answer, group.othersCpuNanos() - before);
    }
    long elapsed = 0;
    long cpu = 0;
    for (int i = 0; i < count; i++) {
      long longest = 0;
      for (String answer : group.askAll(command)) {
        Map<String, Long> values = Slice.values(answer);
        require(check(command, group), answer);
        longest = Math.max(longest, Slice.required(values, "elapsed", answer));
        cpu += Slice.required(values, "cpu", answer);
      }
      elapsed += longest;
    }
    return new Slice(count, elapsed, Double.NaN, Double.NaN, Double.NaN, Double.NaN, cpu, 0);
  }

  /** What the sequential run comes to, which is run once. */
  private long check(String command, AppGroup group) {
    return checks.computeIfAbsent(
        command.replaceFirst("run", "sequential"),
        line -> {
          String answer = group.askFirst(line);
          return Slice.required(Slice.values(answer), "check", answer);
        });
  }

  private static void require(long check, String answer) {
    if (Slice.required(Slice.values(answer), "check", answer) != check) {
      throw new BenchException(
          "a parallel run came to another result than the sequential one: " + answer);
    }
  }

  @Override
  public long cpuStepNanos() {
    return groups.values().stream().mapToLong(AppGroup::cpuStepNanos).max().orElse(0);
  }

  /** Of the largest group: its first process and its second. */
  @Override
  public Carried end() {
    groups.values().forEach(AppGroup::end);
    AppGroup largest = groups.get(groups.keySet().stream().max(Integer::compare).orElseThrow());
    int last = groups.keySet().stream().anyMatch(size -> size > 1) ? 1 : 0;
    return new Carried(
        jvms.clientHasAgent() ? largest.carried(0) : Carried.End.withoutJfs(jvms.carriedBy()),
        jvms.serverHasAgent() ? largest.carried(last) : Carried.End.withoutJfs(jvms.carriedBy()));
  }

  @Override
  public void close() {
    groups.values().forEach(AppGroup::close);
  }
}
