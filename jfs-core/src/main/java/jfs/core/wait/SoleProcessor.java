package jfs.core.wait;

/**
 * Whether a thread of this JVM that polls keeps the one that it waits for from running: the two
 * JVMs have one processor together, or this one has no more than a share of one. The transports
 * tell, once they know a peer. A hint that guards nothing.
 */
public final class SoleProcessor {

  private static volatile boolean shared;

  private SoleProcessor() {}

  /** There is such a peer. */
  public static void noteShared() {
    shared = true;
  }

  static boolean isShared() {
    return shared;
  }
}
