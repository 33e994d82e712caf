package jfs.bench.plan;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import jfs.apps.Member;
import jfs.bench.child.Bootstrap;
import jfs.bench.host.BenchException;

/**
 * The class paths of the measured JVMs. Nothing of JFS is on them, but for those of the peers: an
 * agent would find that JFS in place of its own. So the jar that the harness is in does not serve,
 * but those that the build has put beside it.
 */
final class ClassPaths {

  private static final String PROGRAMS_JAR = "jfs-bench-programs.jar";
  private static final String APPS_JAR = "jfs-apps.jar";
  private static final String SOFTWARE_JARS = "software";

  /** What the build of the module of software on channels leaves, from this module's. */
  private static final String NIO_TARGET = "../../bench-nio/target";

  private ClassPaths() {}

  static String of(Family family) {
    return switch (family) {
      case PLAIN -> programs().toString();
      case APPS -> programs() + File.pathSeparator + beside(Member.class, APPS_JAR);
      case SOFTWARE, SERIAL -> programs() + File.pathSeparator + allIn(softwareOf(family));
      case NIO_SOFTWARE -> programs() + File.pathSeparator + nioSoftware();
      case PEERS -> System.getProperty("java.class.path");
    };
  }

  static Path programs() {
    return beside(Bootstrap.class, PROGRAMS_JAR);
  }

  /** Where software from a registry is, which the build has put beside the programs. */
  static Path softwareOf(Family family) {
    Path beside = family == Family.NIO_SOFTWARE ? nioTarget() : programs().getParent();
    return beside.resolve(SOFTWARE_JARS);
  }

  /** Other software, with its clients, which that module's build has kept to itself. */
  private static String nioSoftware() {
    return nioTarget().resolve("classes")
        + (File.pathSeparator + allIn(softwareOf(Family.NIO_SOFTWARE)));
  }

  private static Path nioTarget() {
    return programs().resolveSibling(NIO_TARGET).normalize();
  }

  private static Path allIn(Path jars) {
    if (!Files.isDirectory(jars)) {
      throw new BenchException("no folder " + jars + ": was it built?");
    }
    return jars.resolve("*");
  }

  /** Where a class is, or the jar beside the harness's if it is in there. */
  private static Path beside(Class<?> any, String jar) {
    Path here = location(any);
    if (Files.isDirectory(here) || !here.equals(location(ClassPaths.class))) {
      return here;
    }
    Path other = here.resolveSibling(jar);
    if (!Files.isReadable(other)) {
      throw new BenchException("no " + jar + " beside " + here.getFileName());
    }
    return other;
  }

  private static Path location(Class<?> any) {
    try {
      return Path.of(any.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new BenchException("cannot tell where the measured programs are", e);
    }
  }
}
