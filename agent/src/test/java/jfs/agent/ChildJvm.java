package jfs.agent;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A JVM to be started: the one that runs the tests, with a program of {@code jfs.agent.programs},
 * with or without the agent. Each {@code with} method answers a changed copy.
 */
final class ChildJvm {

  private static final Path JAVA = Jdk.THIS.java();

  /** Variables of the build's environment that must have no effect. */
  private static final List<String> SCRUBBED =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH");

  private final List<String> launcher = new ArrayList<>();
  private final List<String> flags = new ArrayList<>();
  private final List<String> program = new ArrayList<>();
  private final Map<String, String> environment = new LinkedHashMap<>();
  private Jdk jdk = Jdk.THIS;
  private int deadlineSeconds = RunningJvm.DEADLINE_SECONDS;

  private ChildJvm(ChildJvm from) {
    if (from != null) {
      launcher.addAll(from.launcher);
      flags.addAll(from.flags);
      program.addAll(from.program);
      environment.putAll(from.environment);
      jdk = from.jdk;
      deadlineSeconds = from.deadlineSeconds;
    }
  }

  /** A JVM that runs a program, without the agent. */
  static ChildJvm of(Class<?> main, Object... arguments) {
    ChildJvm jvm = new ChildJvm(null);
    jvm.launcher.add(JAVA.toString());
    jvm.flags.add("-XX:+ErrorFileToStderr");
    jvm.flags.add("-Dtest.patience=" + RunningJvm.PATIENCE);
    jvm.flags.addAll(Medium.flags());
    jvm.program.addAll(List.of("-cp", Agent.locationOf(main).toString(), main.getName()));
    for (Object argument : arguments) {
      jvm.program.add(argument.toString());
    }
    return jvm;
  }

  /** Another tool of the same JDK. */
  static ChildJvm ofTool(String tool, String... arguments) {
    ChildJvm jvm = new ChildJvm(null);
    jvm.launcher.add(JAVA.resolveSibling(tool).toString());
    jvm.program.addAll(List.of(arguments));
    return jvm;
  }

  /** Runs it on that JDK instead of the one that runs the tests. */
  ChildJvm on(Jdk other) {
    ChildJvm jvm = new ChildJvm(this);
    jvm.launcher.set(jvm.launcher.indexOf(jdk.java().toString()), other.java().toString());
    jvm.jdk = other;
    return jvm;
  }

  /** Adds flags of the JVM, behind those that it has. */
  ChildJvm with(String... more) {
    ChildJvm jvm = new ChildJvm(this);
    jvm.flags.addAll(List.of(more));
    return jvm;
  }

  /** Gives the program these arguments, too. */
  ChildJvm withArguments(Object... arguments) {
    ChildJvm jvm = new ChildJvm(this);
    for (Object argument : arguments) {
      jvm.program.add(argument.toString());
    }
    return jvm;
  }

  /** Has it find classes elsewhere, too. */
  ChildJvm withClassPath(String path) {
    ChildJvm jvm = new ChildJvm(this);
    jvm.program.set(jvm.program.indexOf("-cp") + 1, path);
    return jvm;
  }

  /** Adds the agent, saying nothing but which carrier to use. */
  ChildJvm withAgent() {
    return withAgent("");
  }

  /**
   * Lets the agent use its native library without the JVM's warning (JEP 472).
   *
   * @param library {@code off} for not at all
   */
  ChildJvm withLibrary(String library) {
    if (library.equals("off")) {
      return with("-Djfs.native=off");
    }
    return jdk.feature() < 24 ? this : with("--enable-native-access=ALL-UNNAMED");
  }

  /** Adds the agent. */
  ChildJvm withAgent(String options) {
    return with(Agent.flag(options));
  }

  /** Sets a variable of the environment. */
  ChildJvm withEnvironment(String name, String value) {
    ChildJvm jvm = new ChildJvm(this);
    jvm.environment.put(name, value);
    return jvm;
  }

  /** Gives it that much more time than a program usually has. */
  ChildJvm withTime(int moreSeconds) {
    ChildJvm jvm = new ChildJvm(this);
    jvm.deadlineSeconds += moreSeconds;
    return jvm;
  }

  /** Has a shell start the JVM, as {@code "$@"}. */
  ChildJvm withShell(String script) {
    ChildJvm jvm = new ChildJvm(this);
    jvm.launcher.addAll(0, List.of("sh", "-c", script, "sh"));
    return jvm;
  }

  /** Runs to the end. */
  Exit run() throws IOException, InterruptedException {
    try (RunningJvm running = start()) {
      return running.waitForExit();
    }
  }

  /** Starts. */
  RunningJvm start() throws IOException {
    List<String> command = new ArrayList<>(launcher);
    command.addAll(flags);
    command.addAll(program);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder
        .environment()
        .keySet()
        .removeIf(name -> SCRUBBED.contains(name) || name.startsWith("JFS_"));
    builder.environment().putAll(environment);
    return new RunningJvm(builder, deadlineSeconds);
  }

  @Override
  public String toString() {
    return launcher + " " + flags + " " + program;
  }
}
