package jfs.bench.harness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** The JVMs of a parallel program, which have met. */
final class AppGroup implements AutoCloseable {

  private final List<Child> members = new ArrayList<>();
  private final List<Path> summaries = new ArrayList<>();
  private long cpuStepNanos;

  /** Starts them all at once. */
  AppGroup(String variant, Jvms jvms, int processes, Plan plan, Path folder) {
    try {
      for (int rank = 0; rank < processes; rank++) {
        String name = variant + " " + rank + " of " + processes;
        Path summary = folder.resolve(variant + "-" + processes + "-" + rank + ".json");
        summaries.add(summary);
        List<String> command = jvms.member(plan, summary, rank, processes);
        members.add(Child.start(name, command, plan.patience()));
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Awaits them, and lets each know where the others are. */
  void meet() {
    StringJoiner peers = new StringJoiner(" ", "peers ", "");
    for (Child member : members) {
      String greeting = member.greeting();
      Map<String, Long> values = Slice.values(greeting);
      peers.add(String.valueOf(Slice.required(values, "port", greeting)));
      cpuStepNanos = Math.max(cpuStepNanos, Slice.required(values, "cpu-step", greeting));
    }
    askAll(peers.toString());
  }

  /** Tells all the same, and awaits what each answers, by rank. */
  List<String> askAll(String line) {
    members.forEach(member -> member.tell(line));
    return members.stream().map(member -> member.answerTo(line)).toList();
  }

  /** Asks the first one alone. */
  String askFirst(String line) {
    return members.get(0).ask(line);
  }

  /** The CPU time that all but the first have used so far. */
  long othersCpuNanos() {
    return members.stream().skip(1).mapToLong(Child::cpuNanos).sum();
  }

  long cpuStepNanos() {
    return cpuStepNanos;
  }

  /** What a member wrote of its connections, when it has ended. */
  Carried.End carried(int rank) {
    return Carried.end(summaries.get(rank), members.get(rank));
  }

  void end() {
    members.forEach(Child::end);
  }

  @Override
  public void close() {
    members.forEach(Child::close);
  }
}
