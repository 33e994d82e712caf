package jfs.agent.launch;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import jfs.agent.install.Installation;
import jfs.core.config.Options;

/**
 * Runs a program on JFS in this JVM. It is a modern form of the launcher of Taboada, Touriño and
 * Doallo, which installs the socket factories and then calls the program's {@code main} by
 * reflection. With {@code -javaagent} it is not needed; it serves users that cannot set the JVM's
 * flags.
 */
final class RunCommand {

  /** Flags that the class path follows. */
  static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");

  /** The same with its value. */
  static final String CLASS_PATH_IS = "--class-path=";

  private final StringJoiner options = new StringJoiner(",");
  private String classPath;
  private String mainClass;
  private String[] programArguments;
  private MainMethod main;

  /** Those of the program's jar; none if it is run by its class. */
  private Attributes manifest = new Attributes();

  private RunCommand() {}

  /**
   * Installs JFS, and finds the program.
   *
   * @return the program, to be {@linkplain #start started}
   */
  static RunCommand prepare(String... arguments)
      throws UsageException, CommandException, ReflectiveOperationException {
    RunCommand command = new RunCommand();
    command.parse(arguments);
    if (ModuleLayer.boot().findModule("java.instrument").isEmpty()) {
      throw new CommandException(
          "this Java has no module java.instrument, without which there is no run"
              + " (jlink: --add-modules java.instrument)");
    }
    command.install();
    return command;
  }

  /** Runs the program; what it throws comes out as it is. */
  void start() throws Throwable {
    main.call(programArguments);
  }

  private void parse(String[] arguments) throws UsageException {
    int i = 0;
    boolean jar = false;
    while (i < arguments.length && arguments[i].startsWith("-") && !jar) {
      String argument = arguments[i++];
      if (argument.equals("-jar")) {
        jar = true;
      } else if (CLASS_PATH.contains(argument)) {
        classPath = next(arguments, i++, argument);
      } else if (argument.startsWith(CLASS_PATH_IS)) {
        classPath = argument.substring(CLASS_PATH_IS.length());
      } else {
        addOption(argument);
      }
    }
    String program = next(arguments, i++, jar ? "-jar" : "run");
    programArguments = Arrays.copyOfRange(arguments, i, arguments.length);
    if (jar) {
      classPath = program;
      manifest = manifestOf(program);
      mainClass = manifest.getValue(Attributes.Name.MAIN_CLASS).strip();
    } else {
      classPath = classPath == null ? classPathOfEnvironment() : classPath;
      mainClass = program;
    }
  }

  private static String next(String[] arguments, int i, String after) throws UsageException {
    if (i >= arguments.length) {
      throw new UsageException(
          after.equals("run") ? "run what? -jar FILE or MAINCLASS" : after + " needs a value");
    }
    return arguments[i];
  }

  private void addOption(String argument) throws UsageException {
    if (!argument.startsWith("--") || argument.indexOf('=') < 0) {
      throw new UsageException(
          "'" + argument + "' is not --OPTION=VALUE (give options of the JVM to java itself)");
    }
    if (argument.indexOf(',') >= 0) {
      throw new UsageException("a value cannot have a comma: '" + argument + "'");
    }
    String option = argument.substring(2);
    List<String> warnings = Options.of(option, Map.of(), Map.of()).warnings();
    if (!warnings.isEmpty()) {
      throw new UsageException(warnings.get(0).replace("ignored: ", ""));
    }
    options.add(option);
  }

  private static String classPathOfEnvironment() {
    String path = System.getenv("CLASSPATH");
    return path == null || path.isEmpty() ? "." : path;
  }

  private static Attributes manifestOf(String file) throws UsageException {
    try (JarFile jar = new JarFile(file)) {
      Manifest manifest = jar.getManifest();
      if (manifest == null
          || manifest.getMainAttributes().get(Attributes.Name.MAIN_CLASS) == null) {
        throw new UsageException("no main class in the manifest of " + file);
      }
      return manifest.getMainAttributes();
    } catch (IOException e) {
      throw new UsageException("cannot read the jar " + file + ": " + e.getMessage());
    }
  }

  private void install() throws UsageException, CommandException, ReflectiveOperationException {
    Instrumentation instrumentation = LauncherAgent.instrumentation();
    if (instrumentation == null) {
      throw new UsageException("run works as java -jar jfs-agent.jar run");
    }
    Installation.install(options.toString(), instrumentation);
    ManifestModules.grant(manifest, instrumentation);
    List<String> entries = ClassPath.entries(classPath);
    ClassPath.append(entries, instrumentation);
    System.setProperty("java.class.path", String.join(File.pathSeparator, entries));
    main = MainMethod.of(mainClass, ClassLoader.getSystemClassLoader());
  }
}
