package jfs.bench.host;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/** Which JDK lies in a folder. */
public final class JdkRelease {

  private JdkRelease() {}

  /** Its version, from its {@code release} file where it is not this JVM's own. */
  public static String describe(Path home) {
    if (home.equals(Path.of(System.getProperty("java.home")))) {
      return System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version");
    }
    Properties release = new Properties();
    try (Reader in = Files.newBufferedReader(home.resolve("release"))) {
      release.load(in);
    } catch (IOException e) {
      return "unknown";
    }
    return (release.getProperty("IMPLEMENTOR", "") + " " + release.getProperty("JAVA_VERSION", ""))
        .replace("\"", "")
        .strip();
  }
}
