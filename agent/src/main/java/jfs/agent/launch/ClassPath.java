package jfs.agent.launch;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;

/** The class path of the running JVM. */
final class ClassPath {

  private ClassPath() {}

  /**
   * Appends jars and folders; {@code Instrumentation.appendToSystemClassLoaderSearch} takes jars
   * only. Uses the method that the JVM itself calls, which a system class loader has by contract
   * (package documentation of {@code java.lang.instrument}).
   */
  static void append(String[] paths, Instrumentation instrumentation)
      throws ReflectiveOperationException {
    ClassLoader loader = ClassLoader.getSystemClassLoader();
    Module own = ClassPath.class.getModule();
    instrumentation.redefineModule(
        loader.getClass().getModule(),
        Set.of(),
        Map.of(),
        Map.of(loader.getClass().getPackageName(), Set.of(own)),
        Set.of(),
        Map.of());
    Method append =
        loader.getClass().getDeclaredMethod("appendToClassPathForInstrumentation", String.class);
    append.setAccessible(true);
    for (String path : paths) {
      append.invoke(loader, path.isEmpty() ? "." : path);
    }
  }
}
