package jfs.agent.launch;

import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.jar.Attributes;

/**
 * What the manifest of a program's jar asks of the JDK's modules, in {@code Add-Exports} and {@code
 * Add-Opens}: the JDK's launcher grants it to the jar that it runs (JEP 261).
 */
final class ManifestModules {

  private static final String EXPORTS = "Add-Exports";
  private static final String OPENS = "Add-Opens";

  private ManifestModules() {}

  /** Opens packages to the class path. Passes over those that there are not, as the JDK does. */
  static void grant(Attributes manifest, Instrumentation instrumentation) {
    for (String name : new String[] {EXPORTS, OPENS}) {
      String packages = manifest.getValue(name);
      if (packages != null) {
        for (String one : packages.strip().split("\\s+", -1)) {
          grant(one, name.equals(OPENS), instrumentation);
        }
      }
    }
  }

  private static void grant(String one, boolean opens, Instrumentation instrumentation) {
    int slash = one.indexOf('/');
    String its = one.substring(slash + 1);
    Optional<Module> module =
        slash < 0 ? Optional.empty() : ModuleLayer.boot().findModule(one.substring(0, slash));
    if (module.isPresent() && module.get().getPackages().contains(its)) {
      Set<Module> program = Set.of(ClassLoader.getSystemClassLoader().getUnnamedModule());
      instrumentation.redefineModule(
          module.get(),
          Set.of(),
          opens ? Map.of() : Map.of(its, program),
          opens ? Map.of(its, program) : Map.of(),
          Set.of(),
          Map.of());
    }
  }
}
