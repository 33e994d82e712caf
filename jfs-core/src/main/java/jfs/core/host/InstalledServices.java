package jfs.core.host;

import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import jfs.core.config.Log;

/** Holder, so that the native library is loaded when a connection needs it, and not before. */
final class InstalledServices {

  static final HostServices SERVICES = find();

  private InstalledServices() {}

  private static HostServices find() {
    try {
      for (HostServices services :
          ServiceLoader.load(HostServices.class, InstalledServices.class.getClassLoader())) {
        if (services.isAvailable()) {
          return services;
        }
      }
    } catch (ServiceConfigurationError | LinkageError e) {
      Log.warn("no host services", e);
    }
    return null;
  }
}
