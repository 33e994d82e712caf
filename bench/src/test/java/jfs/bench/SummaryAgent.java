package jfs.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * An agent that keeps what the harness is promised of an agent: a summary at the JVM's end, in the
 * file that its options name. It does nothing to sockets.
 */
public final class SummaryAgent {

  private SummaryAgent() {}

  /** Called by the JVM. */
  public static void premain(String options) {
    if (options.contains("carrier=channel")) {
      throw new IllegalArgumentException("no such carrier here");
    }
    if (System.getProperty("jfs.test.mute") != null) {
      System.err.println("muted");
      return;
    }
    Path summary = Path.of(options.substring("summary=".length()));
    Runtime.getRuntime().addShutdownHook(new Thread(() -> write(summary)));
  }

  private static void write(Path summary) {
    try {
      Files.writeString(
          summary,
          "{\"jfs\":\"9.9\",\"connections\":{\"tcp\":4,\"shm\":0},\"reasons\":{\"unpaired\":4}}\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Packs this class as an agent. */
  static Path jar(Path folder) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", SummaryAgent.class.getName());
    Path jar = folder.resolve("summary-agent.jar");
    String name = SummaryAgent.class.getName().replace('.', '/') + ".class";
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        var in = SummaryAgent.class.getResourceAsStream("/" + name)) {
      out.putNextEntry(new JarEntry(name));
      in.transferTo(out);
    }
    return jar;
  }
}
