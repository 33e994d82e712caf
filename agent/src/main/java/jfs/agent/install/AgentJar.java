package jfs.agent.install;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.CodeSource;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The jar that this class is in. */
final class AgentJar {

  private AgentJar() {}

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
    try (ZipFile jar = new ZipFile(path())) {
      for (int i = 0; i < entryNames.length; i++) {
        ZipEntry entry = jar.getEntry(entryNames[i]);
        if (entry == null) {
          throw new FileNotFoundException("the agent's jar lacks " + entryNames[i]);
        }
        try (InputStream in = jar.getInputStream(entry)) {
          entries[i] = in.readAllBytes();
        }
      }
    }
    return entries;
  }
}
