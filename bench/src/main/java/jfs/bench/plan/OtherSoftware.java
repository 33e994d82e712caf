package jfs.bench.plan;

import io.aeron.AeronVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Software of others that is measured: which version, as its own jar has it, and how it is set up.
 *
 * @param name of a variant or of what a cold workload runs; or how the names of several begin
 * @param artifact the jar that says the version
 * @param group the artifact's, where the harness has it in its own jar
 * @param setup what differs from the defaults, or is chosen among them
 */
record OtherSoftware(String name, String artifact, Optional<String> group, String setup) {

  private static final String AERON = "aeron-driver";

  private static final List<OtherSoftware> KNOWN =
      List.of(
          inHarness("netty-", "io.netty", "netty-transport", "a loop of events at each end"),
          inHarness("junixsocket", "com.kohlschutter.junixsocket", "junixsocket-common", ""),
          inHarness("aeron-ipc", "io.aeron", AERON, "subscribers poll, the driver sleeps"),
          beside("kryo", "kryo", "references, classes by name"),
          beside("fory", "fory-core", "references, classes by name"),
          beside("hessian", "hessian", "Hessian 2"),
          beside("h2", "h2", "in memory"),
          beside("derby", "derbynet", "in memory"),
          beside("hsqldb", "hsqldb", "in memory"),
          beside("activemq", "activemq-broker", "not persistent"),
          beside("jgroups", "jgroups", "over TCP"),
          beside("grpc", "grpc-okhttp", "over OkHttp, without TLS"),
          beside("netty", "netty-handler", "NIO"),
          beside("tomcat", "tomcat-embed-core", "NIO connector"),
          beside("grpc-netty", "grpc-netty-shaded", "NIO, without TLS"),
          beside("zookeeper", "zookeeper", "one server, writes not forced"),
          beside("hazelcast", "hazelcast", "two members, no backups"),
          beside("kafka", "kafka_2.13", "one broker that is its controller"));

  private static OtherSoftware inHarness(String name, String group, String artifact, String setup) {
    return new OtherSoftware(name, artifact, Optional.of(group), setup);
  }

  private static OtherSoftware beside(String name, String artifact, String setup) {
    return new OtherSoftware(name, artifact, Optional.empty(), setup);
  }

  /** All that a plan runs, in a line; empty if there is none. */
  static Optional<String> of(Plan plan) {
    Family family = plan.setup().programs().family();
    Set<String> names = new LinkedHashSet<>();
    plan.variants().forEach(variant -> names.add(variant.name()));
    if (family.isCold()) {
      plan.workloads().forEach(workload -> names.add(workload.command().split(" ", 2)[0]));
    }
    return of(names, ClassPaths.softwareOf(family));
  }

  /**
   * The same of these names.
   *
   * @param jars the folder that has what is not in the harness
   */
  static Optional<String> of(Set<String> names, Path jars) {
    List<String> all =
        KNOWN.stream()
            .filter(known -> names.stream().anyMatch(known::isNamed))
            .map(known -> known.describe(jars))
            .toList();
    return all.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", all));
  }

  private boolean isNamed(String other) {
    return name.endsWith("-") ? other.startsWith(name) && group.isPresent() : other.equals(name);
  }

  private String describe(Path jars) {
    String version = version(jars).orElse("of a version that is not known");
    return artifact + " " + version + (setup.isEmpty() ? "" : " (" + setup + ")");
  }

  private Optional<String> version(Path jars) {
    if (artifact.equals(AERON)) {
      return Optional.of(AeronVersion.VERSION); // its jar says it to programs, and not to Maven
    }
    return group.isPresent() ? fromHarness() : fromName(jars);
  }

  private Optional<String> fromHarness() {
    String place = "/META-INF/maven/" + group.orElseThrow() + "/" + artifact + "/pom.properties";
    try (InputStream in = OtherSoftware.class.getResourceAsStream(place)) {
      Properties properties = new Properties();
      if (in != null) {
        properties.load(in);
      }
      return Optional.ofNullable(properties.getProperty("version"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<String> fromName(Path jars) {
    Pattern named = Pattern.compile(Pattern.quote(artifact) + "-([0-9].*)\\.jar");
    try (Stream<Path> files = Files.list(jars)) {
      return files
          .map(file -> named.matcher(file.getFileName().toString()))
          .filter(Matcher::matches)
          .map(matcher -> matcher.group(1))
          .findFirst();
    } catch (IOException e) {
      return Optional.empty(); // no such folder: nothing of it runs
    }
  }
}
