package jfs.agent.install;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;

/**
 * Opens packages to all unnamed modules, those of a program's own class loaders, too. The JDK's
 * launcher can do that; {@code Instrumentation} can name single modules alone.
 */
public final class AllUnnamed {

  private final MethodHandle exports;
  private final MethodHandle opens;

  /**
   * Makes it.
   *
   * @throws ReflectiveOperationException if the JDK is not as expected
   */
  public AllUnnamed(Instrumentation instrumentation)
      throws IOException, ReflectiveOperationException {
    Lookup lookup = PrivateLookup.in(Module.class, instrumentation);
    MethodType type = MethodType.methodType(void.class, String.class);
    exports = lookup.findVirtual(Module.class, "implAddExportsToAllUnnamed", type);
    opens = lookup.findVirtual(Module.class, "implAddOpensToAllUnnamed", type);
  }

  /**
   * Exports a package, or opens it.
   *
   * @param open whether for reflection as well
   */
  public void grant(Module module, String itsPackage, boolean open) {
    try {
      (open ? opens : exports).invoke(module, itsPackage);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
