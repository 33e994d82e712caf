package jfs.core.wait;

import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import jfs.core.config.Log;

/** Holder, so that the native library is loaded when a connection needs it, and not before. */
final class InstalledFutex {

  static final Futex FUTEX = find();

  private InstalledFutex() {}

  private static Futex find() {
    try {
      for (Futex futex : ServiceLoader.load(Futex.class, InstalledFutex.class.getClassLoader())) {
        if (futex.isAvailable()) {
          return futex;
        }
      }
    } catch (ServiceConfigurationError | LinkageError e) {
      Log.warn("no futex", e);
    }
    return null;
  }
}
