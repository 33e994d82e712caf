package jfs.agent;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import jfs.testing.Needed;

/** A JDK for the JVMs of tests. */
record Jdk(Path home, int feature) {

  /** The one that runs the tests. */
  static final Jdk THIS =
      new Jdk(Path.of(System.getProperty("java.home")), Runtime.version().feature());

  private static final String OTHER = System.getProperty("test.jdk.other", "");

  /** The other one that the build tests; skips the test, loudly, if there is none. */
  static Jdk requireOther() throws IOException {
    if (OTHER.isEmpty()) {
      String line = "SKIPPED: no other JDK given, -Dtest.jdk.other=HOME";
      System.err.println(line);
      Needed.require(false, line);
    }
    Properties release = new Properties();
    try (Reader in = Files.newBufferedReader(Path.of(OTHER, "release"))) {
      release.load(in);
    }
    String version = release.getProperty("JAVA_VERSION").replace("\"", "");
    return new Jdk(Path.of(OTHER), Runtime.Version.parse(version).feature());
  }

  Path java() {
    return home.resolve("bin").resolve("java");
  }

  @Override
  public String toString() {
    return "JDK " + feature;
  }
}
