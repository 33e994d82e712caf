package jfs.core.runtime;

import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.security.SecureRandom;

/** Random numbers that nobody can guess. Any thread may call. */
public final class RandomNumbers {

  /**
   * See {@code random(4)}. The first {@link SecureRandom} of a JVM loads some 90 classes, of which
   * some are made at run time: 30 ms.
   */
  private static final String DEVICE = "/dev/urandom";

  private RandomNumbers() {}

  /** One of all longs. */
  public static long next() {
    try (DataInputStream in = new DataInputStream(new FileInputStream(DEVICE))) {
      return in.readLong();
    } catch (IOException | SecurityException e) {
      return new SecureRandom().nextLong();
    }
  }
}
