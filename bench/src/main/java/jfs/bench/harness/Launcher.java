package jfs.bench.harness;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jfs.bench.program.Measured;

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

  static final String PROGRAMS_JAR = "jfs-bench-programs.jar";
  private static final String SOFTWARE = "jfs.bench.software.";
  private static final String SOFTWARE_JARS = "software";

  public Launcher(Path java, List<String> jvmArguments, Optional<Path> agent) {
    this(java, jvmArguments, agent, Optional.empty());
  }

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

  /** The command line for a program that needs more than the JDK, and has no agent. */
  List<String> command(List<String> prefix, List<String> more, String program, List<String> words) {
    List<String> command = begin(prefix, more);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(program);
    command.addAll(words);
    return command;
  }

  /**
   * The command line for a program.
   *
   * @param prefix words before it, for placement
   * @param agentOptions empty for a JVM without the agent
   * @param more JVM arguments of this variant's
   * @param summary the file that the agent writes its summary to
   */
  List<String> command(
      List<String> prefix,
      Optional<String> agentOptions,
      List<String> more,
      Path summary,
      String program,
      List<String> arguments) {
    List<String> command = begin(prefix, more);
    agentOptions.ifPresent(options -> command.add(agentArgument(options, summary)));
    command.add("-cp");
    command.add(program.startsWith(SOFTWARE) ? softwareClassPath() : programs().toString());
    command.add(program);
    command.addAll(arguments);
    return command;
  }

  private List<String> begin(List<String> prefix, List<String> more) {
    List<String> command = new ArrayList<>(quota.map(Quota::prefix).orElse(List.of()));
    command.addAll(prefix);
    command.add(java.resolve("bin").resolve("java").toString());
    command.addAll(jvmArguments);
    command.addAll(more);
    return command;
  }

  private String agentArgument(String options, Path summary) {
    Path jar = agent.orElseThrow(() -> new BenchException("no agent to run this variant with"));
    return ("-javaagent:" + jar)
        + ("=summary=" + summary)
        + (options.isEmpty() ? "" : "," + options);
  }

  /** The same with the software from a registry, which the build has put beside them. */
  private static String softwareClassPath() {
    Path programs = programs();
    Path jars = programs.resolveSibling(SOFTWARE_JARS);
    if (!Files.isDirectory(jars)) {
      throw new BenchException("no folder " + SOFTWARE_JARS + " beside " + programs.getFileName());
    }
    return programs + File.pathSeparator + jars.resolve("*");
  }

  /** The class path of the measured programs: nothing of JFS is on it. */
  static Path programs() {
    Path here;
    try {
      here = Path.of(Measured.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new BenchException("cannot tell where the measured programs are", e);
    }
    if (Files.isDirectory(here)) {
      return here;
    }
    Path jar = here.resolveSibling(PROGRAMS_JAR);
    if (!Files.isReadable(jar)) {
      throw new BenchException("no " + PROGRAMS_JAR + " beside " + here.getFileName());
    }
    return jar;
  }
}
