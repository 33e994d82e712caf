package jfs.bench.software;

import java.util.Map;

/** The software that can be run. */
final class KnownSoftware {

  /** What it takes to run it, by the names that users give. */
  static final Map<String, Software.Factory> KNOWN =
      Map.ofEntries(
          Map.entry("h2", Databases::h2),
          Map.entry("derby", Databases::derby),
          Map.entry("hsqldb", Databases::hsqldb),
          Map.entry("activemq", ActiveMq::new),
          Map.entry("jgroups", JGroups::new),
          Map.entry("grpc", Grpc::new),
          Map.entry("rmi", Rmi::new),
          Map.entry("jmx", Jmx::new),
          Map.entry("http", Http::new),
          Map.entry("echo", EchoSoftware::new));

  private KnownSoftware() {}

  static Software named(String name) throws Exception {
    Software.Factory factory = KNOWN.get(name);
    if (factory == null) {
      throw new IllegalArgumentException("no such software: " + name);
    }
    return factory.make();
  }
}
