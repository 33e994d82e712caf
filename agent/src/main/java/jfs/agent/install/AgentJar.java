package jfs.agent.install;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The jar that this class is in. */
final class AgentJar {

  private AgentJar() {}

  /**
   * Reads an entry. From the file, which the JVM has open: the way through a resource's URL takes a
   * tenth of the agent's start-up.
   */
  static byte[] read(String entryName) throws IOException {
    String path = AgentJar.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    try (ZipFile jar =
        new ZipFile(URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8))) {
      ZipEntry entry = jar.getEntry(entryName);
      if (entry == null) {
        throw new FileNotFoundException("the agent's jar lacks " + entryName);
      }
      try (InputStream in = jar.getInputStream(entry)) {
        return in.readAllBytes();
      }
    }
  }
}
