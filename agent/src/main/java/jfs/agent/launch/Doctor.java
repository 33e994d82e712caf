package jfs.agent.launch;

import java.io.PrintStream;
import java.util.Optional;
import jfs.core.carrier.CarrierProvider;
import jfs.core.carrier.Carriers;
import jfs.core.config.Version;
import jfs.natives.NativeLibrary;
import jfs.natives.ResourceLimit;
import jfs.natives.ResourceLimits;

/** Says what this host and this JVM can do for JFS, a line each. */
final class Doctor {

  private static final String FORMAT = "%-14s %s%n";

  private Doctor() {}

  static void report(PrintStream out) {
    out.printf(FORMAT, "JFS", Version.string());
    out.printf(
        FORMAT,
        "Java",
        System.getProperty("java.version") + ", " + System.getProperty("java.home"));
    out.printf(
        FORMAT,
        "Host",
        System.getProperty("os.name")
            + (" " + System.getProperty("os.version") + " " + System.getProperty("os.arch"))
            + (", processors: " + Runtime.getRuntime().availableProcessors()));
    for (CarrierProvider carrier : Carriers.installed()) {
      // Under the agent, that is: here its packages need not be open.
      out.printf(FORMAT, "Carrier", carrier.name());
    }
    out.printf(FORMAT, "Native", NativeLibrary.status().detail());
    out.printf(FORMAT, "Open files", limit(ResourceLimits.Resource.OPEN_FILES));
    out.printf(FORMAT, "Locked memory", limit(ResourceLimits.Resource.LOCKED_MEMORY));
  }

  private static String limit(ResourceLimits.Resource resource) {
    Optional<ResourceLimit> limit = ResourceLimits.of(resource);
    return limit.isEmpty()
        ? "unknown"
        : words(limit.get().soft()) + " (at most " + words(limit.get().hard()) + ")";
  }

  private static String words(long limit) {
    return limit == ResourceLimit.UNLIMITED ? "unlimited" : Long.toString(limit);
  }
}
