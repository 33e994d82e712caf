package jfs.bench.variant;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import jfs.bench.plan.Carried;
import jfs.bench.plan.VariantSetup;

/** The JVMs of a parallel program, which have met. */
final class AppGroup implements AutoCloseable {

  private final List<Child> members = new ArrayList<>();
  private final List<Path> summaries = new ArrayList<>();
  private long cpuStepNanos;

  /** Starts them all at once. */
  AppGroup(String variant, AppMembers jvms, int processes, VariantSetup setup, Path folder) {
    try {
      for (int rank = 0; rank < processes; rank++) {
        String name = variant + " " + rank + " of " + processes;
        Path summary = folder.resolve(variant + "-" + processes + "-" + rank + ".json");
        summaries.add(summary);
        List<String> command = jvms.member(setup, summary, rank, processes);
        members.add(Child.start(name, command, setup.patience()));
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
      Answer greeting = member.greeting();
      peers.add(String.valueOf(greeting.required("port")));
      cpuStepNanos = Math.max(cpuStepNanos, greeting.required("cpu-step"));
    }
    askAll(peers.toString());
  }

  /** Tells all the same, and awaits what each answers, by rank. */
  List<Answer> askAll(String line) {
    members.forEach(member -> member.tell(line));
    return members.stream().map(member -> member.answerTo(line)).toList();
  }

  /** Asks the first one alone. */
  Answer askFirst(String line) {
    return members.get(0).ask(line);
  }

  /** The CPU time that all but the first have used so far. */
  long othersCpuNanos() {
    return members.stream().skip(1).mapToLong(Child::cpuNanos).sum();
  }

  long cpuStepNanos() {
    return cpuStepNanos;
  }

  /** What each member wrote of its connections, by rank, when it has ended. */
  List<Carried.End> carried(int firstRank, int endRank) {
    List<Carried.End> ends = new ArrayList<>();
    for (int rank = firstRank; rank < endRank; rank++) {
      ends.add(Summaries.end(summaries.get(rank), members.get(rank)));
    }
    return ends;
  }

  int size() {
    return members.size();
  }

  void end() {
    members.forEach(Child::end);
  }

  @Override
  public void close() {
    members.forEach(Child::close);
  }
}
