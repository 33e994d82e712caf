package jfs.testing;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * What a test needs of the machine, or of the build. A user's machine may lack it, and the test is
 * skipped; in CI a test that is skipped would be one that nobody misses.
 */
public final class Needed {

  private static final boolean STRICT = Boolean.getBoolean("jfs.test.strict");

  private Needed() {}

  /** Whether all is to be there that CI installs or the build makes. */
  public static boolean isStrict() {
    return STRICT;
  }

  /**
   * Skips the test unless something is there that CI installs or the build makes; fails instead
   * where all of that is to be there.
   *
   * @param otherwise what is to be said if it is not
   */
  public static void require(boolean isThere, String otherwise) {
    if (STRICT) {
      assertTrue(isThere, otherwise);
    }
    assumeTrue(isThere, otherwise);
  }
}
