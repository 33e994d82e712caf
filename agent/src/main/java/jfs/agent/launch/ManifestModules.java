package jfs.agent.launch;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.Optional;
import java.util.jar.Attributes;
import jfs.agent.install.AllUnnamed;

/**
 * What the manifest of a program's jar asks of the JDK's modules, in {@code Add-Exports} and {@code
 * Add-Opens}: the JDK's launcher grants it to all code on class paths (JEP 261).
 */
final class ManifestModules {

  private static final String EXPORTS = "Add-Exports";
  private static final String OPENS = "Add-Opens";

  private ManifestModules() {}

  /** Grants it. Passes over modules and packages that there are not, as the JDK does. */
  static void grant(Attributes manifest, Instrumentation instrumentation)
      throws ReflectiveOperationException, CommandException {
    String exports = manifest.getValue(EXPORTS);
    String opens = manifest.getValue(OPENS);
    if (exports == null && opens == null) {
      return;
    }
    try {
      AllUnnamed all = new AllUnnamed(instrumentation);
      grant(all, exports, false);
      grant(all, opens, true);
    } catch (IOException e) {
      throw new CommandException("cannot read the agent's jar: " + e.getMessage());
    }
  }

  private static void grant(AllUnnamed all, String packages, boolean opens) {
    if (packages == null) {
      return;
    }
    for (String one : packages.strip().split("\\s+", -1)) {
      int slash = one.indexOf('/');
      String its = one.substring(slash + 1);
      Optional<Module> module =
          slash < 0 ? Optional.empty() : ModuleLayer.boot().findModule(one.substring(0, slash));
      if (module.isPresent() && module.get().getPackages().contains(its)) {
        all.grant(module.get(), its, opens);
      }
    }
  }
}
