package jfs.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A child JVM that runs {@link Probe}. The directories that it may use for the library are its own,
 * below one base; a test makes those that it needs.
 */
final class ProbeJvm {

  private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

  /** A warning of the JDK itself, in later versions. */
  private static final String JDK_ON_MISSING_TMPDIR =
      "WARNING: java.io.tmpdir directory does not exist";

  private static final long PATIENCE_SECONDS = 60;

  private final Path base;
  private final List<String> options = new ArrayList<>();
  private final List<String> arguments = new ArrayList<>();
  private final Map<String, String> environment = new HashMap<>();
  private final List<String> wrapper = new ArrayList<>();

  ProbeJvm(Path base) throws IOException {
    this.base = base;
    Files.createDirectory(workingDirectory());
    option("-Djava.io.tmpdir=" + temporary());
    option("-Duser.home=" + home());
    option("-Xshare:auto");
    option("-XX:TieredStopAtLevel=1");
    if (Runtime.version().feature() >= 24) {
      option(NATIVE_ACCESS);
    }
  }

  Path temporary() {
    return base.resolve("tmp");
  }

  Path runtime() {
    return base.resolve("run");
  }

  Path home() {
    return base.resolve("home");
  }

  Path workingDirectory() {
    return base.resolve("work");
  }

  ProbeJvm option(String option) {
    options.add(option);
    return this;
  }

  /** Takes back the permission to load native libraries that the JVM gets otherwise. */
  ProbeJvm withoutNativeAccess() {
    options.remove(NATIVE_ACCESS);
    return this;
  }

  ProbeJvm environment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  ProbeJvm argument(String argument) {
    arguments.add(argument);
    return this;
  }

  /** Prefixes the JVM's command with one that runs it. */
  ProbeJvm within(List<String> command) {
    wrapper.addAll(command);
    return this;
  }

  Result run() throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(wrapper);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Probe.class.getName());
    command.addAll(arguments);
    Path out = base.resolve("stdout");
    Path err = base.resolve("stderr");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(workingDirectory().toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("XDG_RUNTIME_DIR", runtime().toString());
    builder.environment().put("LC_ALL", "C");
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      assertTrue(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), "the probe hangs");
    } finally {
      process.destroyForcibly();
    }
    List<String> messages =
        Files.readAllLines(err).stream()
            .filter(line -> !line.equals(JDK_ON_MISSING_TMPDIR))
            .toList();
    Result result = new Result(values(out), messages);
    assertEquals(0, process.exitValue(), () -> "exit status; " + result);
    assertEquals("1", result.value("answers"), "every thread gets the same answer");
    return result;
  }

  private static Map<String, String> values(Path out) throws IOException {
    Map<String, String> values = new HashMap<>();
    for (String line : Files.readAllLines(out)) {
      int equals = line.indexOf('=');
      assertTrue(equals > 0, () -> "on standard output: " + line);
      values.put(line.substring(0, equals), line.substring(equals + 1));
    }
    return values;
  }

  /** What the probe printed. */
  record Result(Map<String, String> values, List<String> stderr) {

    String value(String key) {
      String value = values.get(key);
      assertNotNull(value, () -> key + " in " + this);
      return value;
    }

    String detail() {
      return value("detail");
    }

    Result assertLoaded() {
      assertEquals("LOADED", value("state"), this::toString);
      assertEquals(List.of(), stderr, "nothing to say");
      assertEquals("true", value("loaded"));
      return this;
    }

    Result assertMappedWithoutName() {
      assertTrue(Integer.parseInt(value("mapped")) > 0, this::toString);
      assertEquals(value("mapped"), value("mapped-deleted"), "the file is gone while in use");
      return this;
    }

    /** Asserts one line, and the answers that need no library. */
    Result assertFailed() {
      assertFailedWhateverTheJvmPrints();
      assertEquals(1, stderr.size(), () -> "one clear line: " + stderr);
      return this;
    }

    Result assertFailedWhateverTheJvmPrints() {
      assertEquals("FAILED", value("state"), this::toString);
      assertEquals(
          List.of("jfs: warn: no native library, pure-Java mode: " + detail()),
          stderr.stream().filter(line -> line.startsWith("jfs: ")).toList());
      return assertPureJava();
    }

    Result assertPureJava() {
      assertEquals("false", value("loaded"));
      assertTrue(value("files").startsWith("Optional[ResourceLimit["), this::toString);
      assertTrue(value("memory").startsWith("Optional[ResourceLimit["), this::toString);
      return this;
    }

    Result assertDetailHas(String part) {
      assertTrue(detail().contains(part), () -> part + " in " + detail());
      return this;
    }
  }
}
