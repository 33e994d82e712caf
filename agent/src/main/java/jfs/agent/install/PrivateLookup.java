package jfs.agent.install;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Looks into a class of the JDK's, whose package is opened for this alone: not to the program. */
public final class PrivateLookup {

  private PrivateLookup() {}

  /**
   * A lookup that finds every member of a class. The package of the class is open from now on to a
   * module that has one class of JFS's, a {@link Key}.
   *
   * @throws ReflectiveOperationException if the JDK is not as expected
   */
  public static Lookup in(Class<?> type, Instrumentation instrumentation)
      throws IOException, ReflectiveOperationException {
    KeyLoader loader = new KeyLoader();
    Set<Module> own = Set.of(loader.getUnnamedModule());
    instrumentation.redefineModule(
        type.getModule(),
        Set.of(),
        Map.of(),
        Map.of(type.getPackageName(), own),
        Set.of(),
        Map.of());
    Object key = loader.newKey(AgentJar.read(KeyLoader.CLASS_RESOURCE)[0]);
    return MethodHandles.privateLookupIn(type, (Lookup) ((Supplier<?>) key).get());
  }
}
