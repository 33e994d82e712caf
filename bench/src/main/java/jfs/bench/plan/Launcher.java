package jfs.bench.plan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jfs.bench.host.BenchException;
import jfs.bench.host.Quota;

/**
 * Makes the command lines of the measured JVMs.
 *
 * @param java the JDK's home
 * @param jvmArguments the same for every variant
 * @param agent the agent's jar; absent if no variant uses it
 * @param quota what limits each of them, if anything does
 */
public record Launcher(
    Path java, List<String> jvmArguments, Optional<Path> agent, Optional<Quota> quota) {

  public Launcher(Path java, List<String> jvmArguments, Optional<Path> agent) {
    this(java, jvmArguments, agent, Optional.empty());
  }

  /**
   * What a variant adds to the command line of a JVM.
   *
   * @param prefix words before it, for placement and for what is preloaded
   * @param jvmArguments more of them
   */
  public record Additions(List<String> prefix, List<String> jvmArguments) {}

  /** The same with a limit for each JVM. */
  Launcher within(Quota limit) {
    return new Launcher(java, jvmArguments, agent, Optional.of(limit));
  }

  /** The same with more arguments for the JVMs. */
  Launcher with(List<String> more) {
    List<String> all = new ArrayList<>(jvmArguments);
    all.addAll(more);
    return new Launcher(java, all, agent, quota);
  }

  /** The command line for a program without the agent; the words say which end of what it is. */
  public List<String> command(Family family, Additions additions, List<String> words) {
    List<String> command = new ArrayList<>(quota.map(Quota::prefix).orElse(List.of()));
    command.addAll(additions.prefix);
    command.add(java.resolve("bin").resolve("java").toString());
    command.addAll(jvmArguments);
    command.addAll(additions.jvmArguments);
    command.add("-cp");
    command.add(ClassPaths.of(family));
    command.add(family.mainClass());
    command.addAll(words);
    return command;
  }

  /** Additions with the agent and its options; it writes its summary to a file. */
  public Additions withAgent(Additions additions, String options, Path summary) {
    Path jar = agent.orElseThrow(() -> new BenchException("no agent to run this variant with"));
    List<String> all = new ArrayList<>(additions.jvmArguments);
    all.add(
        ("-javaagent:" + jar) + ("=summary=" + summary) + (options.isEmpty() ? "" : "," + options));
    return new Additions(additions.prefix, all);
  }
}
