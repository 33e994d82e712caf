package jfs.core.wait;

import java.util.ServiceConfigurationError;
import jfs.core.config.Log;
import jfs.core.runtime.Services;

/** Holder, so that the native library is loaded when a connection needs it, and not before. */
final class InstalledFutex {

  static final Futex FUTEX = find();

  private InstalledFutex() {}

  private static Futex find() {
    try {
      for (Futex futex : Services.of(Futex.class)) {
        if (futex.isAvailable()) {
          return futex;
        }
      }
    } catch (OutOfMemoryError e) {
      Log.debug("no memory for the native library"); // a class that fails here fails ever after
    } catch (ServiceConfigurationError | LinkageError e) {
      Log.warn("no futex", e);
    }
    return null;
  }
}
