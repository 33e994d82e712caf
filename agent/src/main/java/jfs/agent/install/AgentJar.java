package jfs.agent.install;

import java.io.EOFException;
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

  /**
   * The jar, open: the class loader has it open too, and both then read the same file, also after a
   * user has put another version of JFS in its place. Guarded by the monitor of this class.
   */
  private static ZipFile jar;

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
  static synchronized byte[][] read(String... entryNames) throws IOException {
    if (jar == null) {
      jar = new ZipFile(path());
    }
    byte[][] entries = new byte[entryNames.length][];
    for (int i = 0; i < entryNames.length; i++) {
      ZipEntry entry = jar.getEntry(entryNames[i]);
      if (entry == null) {
        throw new FileNotFoundException("the agent's jar lacks " + entryNames[i]);
      }
      entries[i] = new byte[(int) entry.getSize()];
      try (InputStream in = jar.getInputStream(entry)) {
        if (in.readNBytes(entries[i], 0, entries[i].length) < entries[i].length) {
          throw new EOFException("the agent's jar is cut off in " + entryNames[i]);
        }
      }
    }
    return entries;
  }
}
