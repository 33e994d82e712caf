package jfs.agent.launch;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jfs.agent.install.PrivateLookup;

/** A class path as {@code java -cp} takes it, and that of the running JVM. */
final class ClassPath {

  private static final String WILDCARD = "*";

  private ClassPath() {}

  /** Its entries. As the JDK's launcher does, takes {@code DIR/*} for all jars of a folder. */
  static List<String> entries(String path) {
    List<String> entries = new ArrayList<>();
    for (String entry : path.split(File.pathSeparator, -1)) {
      List<String> jars = isWildcard(entry) ? jarsIn(entry) : List.of();
      if (!jars.isEmpty()) {
        entries.addAll(jars);
      } else {
        entries.add(entry.isEmpty() ? "." : entry);
      }
    }
    return entries;
  }

  private static boolean isWildcard(String entry) {
    return entry.equals(WILDCARD) || entry.endsWith(File.separator + WILDCARD);
  }

  private static List<String> jarsIn(String entry) {
    String folder = entry.substring(0, entry.length() - WILDCARD.length());
    String[] files = new File(folder.isEmpty() ? "." : folder).list();
    if (files == null) {
      return List.of();
    }
    Arrays.sort(files);
    List<String> jars = new ArrayList<>();
    for (String file : files) {
      if (file.endsWith(".jar") || file.endsWith(".JAR")) {
        jars.add(folder + file);
      }
    }
    return jars;
  }

  /**
   * Appends jars and folders; {@code Instrumentation.appendToSystemClassLoaderSearch} takes jars
   * only. Uses the method that the JVM itself calls, which a system class loader has by contract
   * (package documentation of {@code java.lang.instrument}).
   */
  static void append(List<String> paths, Instrumentation instrumentation)
      throws CommandException, ReflectiveOperationException {
    ClassLoader loader = ClassLoader.getSystemClassLoader();
    MethodHandle append;
    try {
      append =
          PrivateLookup.in(loader.getClass(), instrumentation)
              .findVirtual(
                  loader.getClass(),
                  "appendToClassPathForInstrumentation",
                  MethodType.methodType(void.class, String.class));
    } catch (IOException e) {
      throw new CommandException("cannot read the agent's jar: " + e.getMessage());
    }
    for (String path : paths) {
      call(append, loader, path);
    }
  }

  private static void call(MethodHandle append, ClassLoader loader, String path)
      throws ReflectiveOperationException {
    try {
      append.invoke(loader, path);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new InvocationTargetException(e);
    }
  }
}
