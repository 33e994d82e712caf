package java.io;

import java.util.function.Consumer;

/**
 * What holds for all object streams of this JVM. The agent defines it, with the other classes of
 * this folder, when the JVM loads the first of the JDK's two classes of object streams; so it must
 * not refer to these.
 */
public final class JfsStreams implements Consumer<boolean[]> {

  /**
   * Whether this JDK sets the fields of an object although the class of something beneath it was
   * not found. Set before the first object is read.
   */
  private static volatile boolean setsWithoutClass;

  private JfsStreams() {}

  /** Tells what the agent has found in the JDK's code; called before that code runs. */
  @Override
  public void accept(boolean[] found) {
    setsWithoutClass = found[0];
  }

  static boolean setsWithoutClass() {
    return setsWithoutClass;
  }

  /**
   * Whether JFS may serve streams now. Under a security manager it leaves all to the JDK, which
   * checks permissions on the way.
   */
  @SuppressWarnings("removal") // null from JDK 24 on
  static boolean areOn() {
    return System.getSecurityManager() == null;
  }
}
