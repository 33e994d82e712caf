package jfs.agent.launch;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Optional;
import jfs.core.carrier.CarrierProvider;
import jfs.core.carrier.Carriers;
import jfs.core.config.Log;
import jfs.core.config.Option;
import jfs.core.config.Options;
import jfs.core.config.Version;
import jfs.natives.NativeLibrary;
import jfs.natives.ResourceLimit;
import jfs.natives.ResourceLimits;
import jfs.nio.shm.Inquiry;
import jfs.nio.shm.ShmCheck;
import jfs.rdma.RdmaCheck;

/** Says what this host and this JVM can do for JFS, a line each. */
final class Doctor {

  private static final String FORMAT = "%-14s %s%n";

  /** Of open files, for a server. */
  private static final long MANY = 4096;

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
    out.printf(FORMAT, "Native", library());
    reportSharedMemory(out);
    RdmaCheck.devices().forEach(device -> out.printf(FORMAT, "RDMA", device));
    out.printf(FORMAT, "Open files", openFiles());
    out.printf(FORMAT, "Locked memory", limit(ResourceLimits.Resource.LOCKED_MEMORY));
  }

  private static String library() {
    String detail = NativeLibrary.status().detail();
    return NativeLibrary.isLoaded()
        ? detail + ": threads that wait sleep on the shared memory"
        : detail + ": all works without it, but threads that wait are woken through TCP";
  }

  private static void reportSharedMemory(PrintStream out) {
    if (Options.ofProcess().get(Option.SHM).equals("off")) {
      out.printf(FORMAT, "Shared memory", "switched off by shm=off: all stays on TCP");
      return;
    }
    try {
      ShmCheck check = new ShmCheck(Inquiry.folder(Options.ofProcess().get(Option.SHM_DIR)));
      out.printf(FORMAT, "Meeting place", check.place());
      out.printf(FORMAT, "Shared memory", check.space());
    } catch (IOException | RuntimeException e) {
      out.printf(FORMAT, "Meeting place", "none: " + Log.describe(e));
    }
  }

  private static String openFiles() {
    Optional<ResourceLimit> limit = ResourceLimits.of(ResourceLimits.Resource.OPEN_FILES);
    boolean few =
        limit.isPresent()
            && limit.get().soft() != ResourceLimit.UNLIMITED
            && limit.get().soft() < MANY;
    return limit(ResourceLimits.Resource.OPEN_FILES)
        + (few
            ? ": few; a connection takes one, another JVM with JFS two; more by ulimit -n " + MANY
            : "");
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
