package jfs.bench.variant;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import jfs.bench.host.BenchException;
import jfs.bench.plan.Carried;
import jfs.bench.plan.Pair;
import jfs.bench.plan.VariantSetup;
import jfs.bench.plan.Workload;
import jfs.bench.result.Slice;

/**
 * Parallel programs: for each number of processes that any workload wants, so many JVMs that have
 * met. A workload's command begins with that number.
 */
final class AppGroups implements Pair {

  private final AppMembers jvms;

  /** By how many they are. */
  private final Map<Integer, AppGroup> groups = new TreeMap<>();

  /** What the sequential runs came to, by command. */
  private final Map<String, Long> checks = new HashMap<>();

  AppGroups(
      String variant, AppMembers jvms, VariantSetup setup, List<Workload> workloads, Path folder) {
    this.jvms = jvms;
    try {
      for (Workload workload : workloads) {
        int processes = processes(workload);
        if (!groups.containsKey(processes)) {
          groups.put(processes, new AppGroup(variant, jvms, processes, setup, folder));
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
      Answer answer = group.askFirst(command + " " + count);
      return answer.slice(group.othersCpuNanos() - before);
    }
    long elapsed = 0;
    long cpu = 0;
    for (int i = 0; i < count; i++) {
      long longest = 0;
      for (Answer answer : group.askAll(command)) {
        require(check(command, group), answer);
        longest = Math.max(longest, answer.required("elapsed"));
        cpu += answer.required("cpu");
      }
      elapsed += longest;
    }
    return Slice.untimed(count, elapsed, (double) cpu, 0);
  }

  /** What the sequential run comes to, which is run once. */
  private long check(String command, AppGroup group) {
    return checks.computeIfAbsent(
        command.replaceFirst("run", "sequential"), line -> group.askFirst(line).required("check"));
  }

  private static void require(long check, Answer answer) {
    if (answer.required("check") != check) {
      throw new BenchException(
          "a parallel run came to another result than the sequential one: " + answer.line());
    }
  }

  @Override
  public long cpuStepNanos() {
    return groups.values().stream().mapToLong(AppGroup::cpuStepNanos).max().orElse(0);
  }

  /**
   * Of the first processes, and of all others, the one of which the fewest connections left TCP:
   * one that stayed there is not hidden by others. One process alone has nobody to talk to, and
   * counts only if there are no others.
   */
  @Override
  public Carried end() {
    groups.values().forEach(AppGroup::end);
    List<AppGroup> several = groups.values().stream().filter(group -> group.size() > 1).toList();
    List<AppGroup> talking = several.isEmpty() ? List.copyOf(groups.values()) : several;
    int second = several.isEmpty() ? 0 : 1;
    return new Carried(
        jvms.clientHasAgent()
            ? least(talking.stream().flatMap(group -> group.carried(0, 1).stream()))
            : Carried.End.withoutJfs(jvms.carriedBy()),
        jvms.serverHasAgent()
            ? least(talking.stream().flatMap(group -> group.carried(second, group.size()).stream()))
            : Carried.End.withoutJfs(jvms.carriedBy()));
  }

  private static Carried.End least(Stream<Carried.End> ends) {
    return ends.min(Comparator.comparingLong(Carried.End::beyondTcp)).orElseThrow();
  }

  @Override
  public void close() {
    groups.values().forEach(AppGroup::close);
  }
}
