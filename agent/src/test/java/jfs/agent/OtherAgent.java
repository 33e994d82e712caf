package jfs.agent;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** Makes a jar of one of the agents in {@code jfs.agent.others}. */
final class OtherAgent {

  private OtherAgent() {}

  /** Makes the jar and answers the flag that adds it to a JVM. */
  static String flag(Class<?> agent, Path folder, String arguments) throws IOException {
    return "-javaagent:" + jar(agent, folder) + "=" + arguments;
  }

  /** Makes the jar, of the agent's class and those within it. */
  static Path jar(Class<?> agent, Path folder) throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Premain-Class", agent.getName());
    attributes.putValue("Agent-Class", agent.getName());
    attributes.putValue("Can-Retransform-Classes", "true");
    attributes.putValue("Can-Redefine-Classes", "true");
    Path jar = folder.resolve(agent.getSimpleName() + ".jar");
    String name = agent.getName().replace('.', '/');
    Path classes = Agent.locationOf(agent);
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out, manifest);
        Stream<Path> all = Files.list(classes.resolve(name).getParent())) {
      for (Path file : all.toList()) {
        String entry = classes.relativize(file).toString();
        if (entry.equals(name + ".class") || entry.startsWith(name + "$")) {
          entries.putNextEntry(new JarEntry(entry));
          Files.copy(file, entries);
        }
      }
    }
    return jar;
  }
}
