package jfs.core.runtime;

import java.io.IOException;
import java.security.AccessController;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;

/**
 * JFS's own permissions, under a security manager, which JDKs up to 23 may have. What JFS does for
 * a connection beside TCP (files, threads, classes) is on the program's threads and not the
 * program's doing, so it must not need the program's permissions.
 */
@SuppressWarnings("removal") // from JDK 24 on there is no security manager, ever
public final class Privileges {

  /** From JDK 24 on nobody can install one. */
  private static final boolean POSSIBLE = Runtime.version().feature() < 24;

  private Privileges() {}

  /** Whether there is a security manager. */
  public static boolean areNeeded() {
    return POSSIBLE && System.getSecurityManager() != null;
  }

  /** Does something with JFS's permissions, whatever those of its callers are. */
  public static <T> T use(PrivilegedExceptionAction<T> action) throws IOException {
    try {
      return AccessController.doPrivileged(action);
    } catch (PrivilegedActionException e) {
      throw (IOException) e.getException(); // the only checked one that sockets throw
    }
  }
}
