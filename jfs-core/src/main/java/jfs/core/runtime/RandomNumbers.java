package jfs.core.runtime;

import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.security.SecureRandom;

/** Random numbers that are impossible to guess. Any thread may call. */
public final class RandomNumbers {

  /**
   * See {@code random(4)}. The first {@link SecureRandom} of a JVM takes 30 ms: it loads some 90
   * classes, some of which are made at run time.
   */
  private static final String DEVICE = "/dev/urandom";

  private RandomNumbers() {}

  /** A random long out of all longs. */
  public static long next() {
    try (DataInputStream in = new DataInputStream(new FileInputStream(DEVICE))) {
      return in.readLong();
    } catch (IOException | SecurityException e) {
      return new SecureRandom().nextLong();
    }
  }
}
