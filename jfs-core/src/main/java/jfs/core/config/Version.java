package jfs.core.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The version of JFS, as built. */
public final class Version {

  private static final String RESOURCE = "version.txt";

  private Version() {}

  /** For example {@code 0.1.0}; {@code unknown} if the jar was taken apart. */
  public static String string() {
    try (InputStream in = Version.class.getResourceAsStream(RESOURCE)) {
      return in == null ? "unknown" : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return "unknown";
    }
  }
}
