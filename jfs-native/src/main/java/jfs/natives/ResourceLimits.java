package jfs.natives;

import java.util.Optional;

/**
 * The resource limits that decide what JFS can do.
 *
 * <p>With the native library they come from {@code getrlimit(2)}, without it from Linux's {@code
 * /proc/self/limits}; they are the same. They are those of the running JVM, which by itself raises
 * its soft limit of open files to the hard one ({@code -XX:-MaxFDLimit} stops it).
 */
public final class ResourceLimits {

  /** What is limited. */
  public enum Resource {
    /** Descriptors, sockets among them: {@code RLIMIT_NOFILE}. */
    OPEN_FILES(0, "Max open files"),
    /** Memory that may be pinned, in bytes: {@code RLIMIT_MEMLOCK}. */
    LOCKED_MEMORY(1, "Max locked memory");

    /** Its number in {@code native-src/include/jfs/limits.h}. */
    private final int code;

    /** Its name in {@code /proc/self/limits}. */
    private final String procName;

    Resource(int code, String procName) {
      this.code = code;
      this.procName = procName;
    }

    String procName() {
      return procName;
    }
  }

  private ResourceLimits() {}

  /** The limit as of now; empty if this platform does not say. Any thread may call. */
  public static Optional<ResourceLimit> of(Resource resource) {
    if (NativeLibrary.isLoaded()) {
      long[] softAndHard = new long[2];
      if (Natives.resourceLimit(resource.code, softAndHard) == 0) {
        return Optional.of(new ResourceLimit(softAndHard[0], softAndHard[1]));
      }
    }
    return ProcLimits.ofThisProcess(resource);
  }
}
