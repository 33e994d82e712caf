package jfs.core.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The version of JFS, as built. */
public final class Version {

  /** The title in the manifest of the agent's jar. */
  private static final String TITLE = "JFS";

  private static final String RESOURCE = "version.txt";

  private Version() {}

  /** For example {@code 0.1.0}; {@code unknown} if the jar was taken apart. */
  public static String string() {
    // The JVM has read the jar's manifest already; a resource takes milliseconds the first time.
    Package own = Version.class.getPackage();
    if (TITLE.equals(own.getImplementationTitle()) && own.getImplementationVersion() != null) {
      return own.getImplementationVersion();
    }
    try (InputStream in = Version.class.getResourceAsStream(RESOURCE)) {
      return in == null ? "unknown" : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return "unknown";
    }
  }
}
