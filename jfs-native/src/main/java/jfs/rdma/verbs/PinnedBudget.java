package jfs.rdma.verbs;

import java.io.IOException;
import java.util.List;
import jfs.natives.ResourceLimit;
import jfs.natives.ResourceLimits;

/** How much memory {@link PinnedMemory} may pin in a process. */
public final class PinnedBudget {

  /** The most: what 1,000 connections take. */
  private static final long MOST = 384L << 20;

  /** So that a program with a small heap does not take much more memory because of JFS. */
  private static final int PART_OF_HEAP = 4;

  /** CAP_IPC_LOCK; capabilities(7). */
  private static final long MAY_LOCK_ALL = 1L << 14;

  private static final String ALL_USERS = "0 0 4294967295";
  private static final String EFFECTIVE = "CapEff:";

  private PinnedBudget() {}

  /** In bytes. */
  public static long ofProcess() {
    return of(Runtime.getRuntime().maxMemory(), lockable());
  }

  static long of(long heap, long lockable) {
    return Math.min(MOST, Math.min(heap / PART_OF_HEAP, lockable));
  }

  private static long lockable() {
    try {
      if (mayLockAll(SmallFile.lines("/proc/self/status"))
          && isOfHost(SmallFile.lines("/proc/self/uid_map"))) {
        return Long.MAX_VALUE;
      }
    } catch (IOException | SecurityException e) {
      // Then the limit of locked memory applies.
    }
    return ResourceLimits.of(ResourceLimits.Resource.LOCKED_MEMORY)
        .map(ResourceLimit::soft)
        .filter(soft -> soft != ResourceLimit.UNLIMITED)
        .orElse(Long.MAX_VALUE);
  }

  /**
   * Whether the process is in the host's own user namespace, by user_namespaces(7). A capability in
   * another namespace does not count where memory is locked.
   */
  static boolean isOfHost(List<String> usersMap) {
    return usersMap.size() == 1 && usersMap.get(0).strip().replaceAll(" +", " ").equals(ALL_USERS);
  }

  /** Whether its {@code status} (proc(5)) shows CAP_IPC_LOCK. */
  static boolean mayLockAll(List<String> status) {
    for (String line : status) {
      if (line.startsWith(EFFECTIVE)) {
        String mask = line.substring(EFFECTIVE.length()).strip();
        return (Long.parseUnsignedLong(mask, 16) & MAY_LOCK_ALL) != 0;
      }
    }
    return false;
  }
}
