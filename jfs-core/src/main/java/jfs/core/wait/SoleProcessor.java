package jfs.core.wait;

/**
 * Whether a thread of this JVM that polls keeps the one that it waits for from running: the two
 * JVMs have one processor together, or this one has no more than a share of one. The transports
 * tell, from the moment that they carry a connection to such a peer until it ends. A hint that
 * guards nothing. Any thread may ask.
 */
public final class SoleProcessor {

  /** How many connections go to such peers now. Used by the manager's thread alone. */
  private static int sharing;

  private static volatile boolean shared;

  private SoleProcessor() {}

  /** A connection to such a peer begins; {@link #endShare} follows once. By the same thread. */
  public static void beginShare() {
    sharing++;
    shared = true;
  }

  /** It has ended. */
  public static void endShare() {
    sharing--;
    shared = sharing > 0;
  }

  static boolean isShared() {
    return shared;
  }
}
