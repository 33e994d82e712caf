package java.io;

import java.util.function.Consumer;

/**
 * What holds for all object streams of this JVM. The agent defines it, with the other classes of
 * this folder, when the JVM loads the first of the JDK's two classes of object streams; so it must
 * not refer to these.
 */
public final class JfsStreams implements Consumer<Object[]> {

  /**
   * Whether this JDK sets the fields of an object although the class of something beneath it was
   * not found. Set before the first object is read.
   */
  private static volatile boolean setsWithoutClass;

  /** After so many objects of a class its code is worth making. Set before the first is written. */
  private static volatile int worthMaking;

  /** Makes code for plans that are used much, later; null for none. */
  private static volatile Consumer<Object> compiler;

  /** Whether what JFS needs to write, or to read, is there. A thread may see that late. */
  private static boolean writes;

  private static boolean reads;

  private JfsStreams() {}

  /**
   * Takes the compiler, after how many objects code is worth making, and whether this JDK sets
   * fields without a class, if it is there. Called before the streams' code runs.
   */
  @Override
  @SuppressWarnings("unchecked") // the agent knows
  public void accept(Object[] jfs) {
    compiler = (Consumer<Object>) jfs[0];
    worthMaking = (Integer) jfs[1];
    if (jfs.length > 2) {
      setsWithoutClass = (Boolean) jfs[2];
    }
  }

  /** Has code made for a plan, on another thread. */
  static void compile(JfsHot<?> plan) {
    Consumer<Object> to = compiler;
    try {
      if (to != null) {
        to.accept(plan);
      }
    } catch (RuntimeException | Error e) {
      // It works without.
    }
  }

  static int worthMaking() {
    return worthMaking;
  }

  static boolean setsWithoutClass() {
    return setsWithoutClass;
  }

  /**
   * Whether JFS may write. First has all classes initialised that it needs: one that fails in that,
   * at the end of a deep stack, is lost.
   */
  static boolean mayWrite() {
    return writes || JfsPreparation.isDone(true);
  }

  /** Whether JFS may read, likewise. */
  static boolean mayRead() {
    return reads || JfsPreparation.isDone(false);
  }

  /** Whether JFS may have read. */
  static boolean hasRead() {
    return reads;
  }

  /** All classes are initialised that JFS needs to write, or to read. */
  static void prepared(boolean output) {
    if (output) {
      writes = true;
    } else {
      reads = true;
    }
  }

  /**
   * Whether JFS may write objects now. Under a security manager it leaves all to the JDK, which
   * checks permissions on the way.
   */
  @SuppressWarnings("removal") // null from JDK 24 on
  static boolean writeObjects() {
    return System.getSecurityManager() == null && mayWrite();
  }

  /** Whether JFS may read objects now, likewise. */
  @SuppressWarnings("removal")
  static boolean readObjects() {
    return System.getSecurityManager() == null && mayRead();
  }
}
