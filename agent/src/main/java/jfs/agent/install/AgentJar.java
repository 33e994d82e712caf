package jfs.agent.install;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.CodeSource;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The jar that this class is in. Any thread may call. */
final class AgentJar {

  /** The jar, once it is open; it is never closed. Guarded by the monitor of this class. */
  private static ZipFile jar;

  private AgentJar() {}

  /**
   * Opens it, once: the class loader has it open too, and both then read the same file, also after
   * a user has put another version of JFS in its place.
   */
  static synchronized ZipFile open() throws IOException {
    if (jar == null) {
      jar = new ZipFile(path());
    }
    return jar;
  }

  /**
   * The path of its file.
   *
   * @throws IllegalStateException if the JVM does not tell
   */
  static String path() {
    CodeSource source = AgentJar.class.getProtectionDomain().getCodeSource();
    if (source == null) {
      throw new IllegalStateException("the agent's jar must not be on the boot class path");
    }
    String path = source.getLocation().getPath();
    return URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /**
   * Reads entries from the file, which the JVM has open: the way through a resource's URL takes a
   * tenth of the agent's start-up.
   */
  static byte[][] read(String... entryNames) throws IOException {
    byte[][] entries = new byte[entryNames.length][];
    for (int i = 0; i < entryNames.length; i++) {
      try (InputStream in = stream(entryNames[i])) {
        entries[i] = in.readAllBytes();
      }
    }
    return entries;
  }

  /** Begins to read an entry. */
  static InputStream stream(String entryName) throws IOException {
    ZipEntry entry = open().getEntry(entryName);
    if (entry == null) {
      throw new FileNotFoundException("the agent's jar lacks " + entryName);
    }
    return open().getInputStream(entry);
  }
}
