package jfs.core.runtime;

import java.io.IOException;
import java.security.AccessController;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;

/**
 * JFS's own permissions, under a security manager, which JDKs up to 23 may have. What JFS does for
 * a connection beside TCP (files, threads, classes) runs on the program's threads, but the program
 * did not ask for it. So it must not need the program's permissions.
 */
@SuppressWarnings("removal") // from JDK 24 on there is no security manager, ever
public final class Privileges {

  /** From JDK 24 on no program can install one. */
  private static final boolean POSSIBLE = Runtime.version().feature() < 24;

  private Privileges() {}

  /** Whether there is a security manager. */
  public static boolean areNeeded() {
    return POSSIBLE && System.getSecurityManager() != null;
  }

  /** Runs an action with JFS's permissions, whatever permissions its callers have. */
  public static <T> T use(PrivilegedExceptionAction<T> action) throws IOException {
    try {
      return AccessController.doPrivileged(action);
    } catch (PrivilegedActionException e) {
      throw (IOException) e.getException(); // the only checked one that sockets throw
    }
  }
}
