package jfs.core.host;

import java.util.ServiceConfigurationError;
import jfs.core.config.Log;
import jfs.core.runtime.Services;

/** Holder, so that the native library is loaded when a connection needs it, and not before. */
final class InstalledServices {

  static final HostServices SERVICES = find();

  private InstalledServices() {}

  private static HostServices find() {
    try {
      for (HostServices services : Services.of(HostServices.class)) {
        if (services.isAvailable()) {
          return services;
        }
      }
    } catch (OutOfMemoryError e) {
      Log.debug("no memory for the native library"); // a class that fails here fails ever after
    } catch (ServiceConfigurationError | LinkageError e) {
      Log.warn("no host services", e);
    }
    return null;
  }
}
