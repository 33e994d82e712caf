package jfs.agent.install;

import java.io.IOException;
import java.util.function.BiConsumer;
import jfs.core.config.Log;

/**
 * The classes of JFS that a JVM's first pair needs, some 200, which the build puts into one entry
 * of the agent's jar; it takes them from the list {@code agent/src/bundle/first-pair-classes.txt}.
 * To define them from there takes a quarter of the time that the class loader takes to find them.
 */
public final class FirstPairClasses {

  private static final String BUNDLE = "META-INF/jfs/first-pair.classes";

  /** An instance of {@code java.lang.JfsClasses}; null if JFS was not put in. */
  private static volatile BiConsumer<Class<?>, byte[]> definer;

  private FirstPairClasses() {}

  static void setDefiner(BiConsumer<Class<?>, byte[]> newDefiner) {
    definer = newDefiner;
  }

  /**
   * Defines them. What cannot be defined so, the class loader finds when it is needed.
   *
   * @throws OutOfMemoryError if there is no memory for that; it may be tried again
   */
  public static void define() {
    BiConsumer<Class<?>, byte[]> with = definer;
    if (with == null) {
      return;
    }
    try {
      with.accept(FirstPairClasses.class, AgentJar.read(BUNDLE)[0]);
    } catch (IOException | RuntimeException | LinkageError e) {
      Log.debug("classes are loaded one by one: " + Log.describe(e));
    }
  }
}
