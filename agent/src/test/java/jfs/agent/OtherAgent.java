package jfs.agent;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Makes a jar of one of the agents in {@code jfs.agent.others}. */
final class OtherAgent {

  private OtherAgent() {}

  /** Makes the jar and answers the flag that adds it to a JVM. */
  static String flag(Class<?> agent, Path folder, String arguments) throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Premain-Class", agent.getName());
    attributes.putValue("Can-Retransform-Classes", "true");
    Path jar = folder.resolve(agent.getSimpleName() + ".jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out, manifest)) {
      String name = agent.getName().replace('.', '/') + ".class";
      entries.putNextEntry(new JarEntry(name));
      Files.copy(Agent.locationOf(agent).resolve(name), entries);
    }
    return "-javaagent:" + jar + "=" + arguments;
  }
}
