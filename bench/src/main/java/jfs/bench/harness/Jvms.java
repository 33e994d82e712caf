package jfs.bench.harness;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The Java programs, in two JVMs.
 *
 * @param client the agent's options at the client, empty for a JVM without the agent
 * @param server the same at the server
 * @param preload what both have instead of the C library's sockets
 */
record Jvms(Optional<String> client, Optional<String> server, Preload preload) implements Means {

  private static final Optional<String> NO_AGENT = Optional.empty();
  private static final Optional<String> AGENT = Optional.of("");
  private static final Optional<String> CHANNEL = Optional.of("carrier=channel");

  static final Jvms PLAIN = new Jvms(NO_AGENT, NO_AGENT);
  static final Jvms RSOCKETS = new Jvms(NO_AGENT, NO_AGENT, Preload.RSOCKETS);
  static final Jvms JFS = new Jvms(AGENT, AGENT);
  static final Jvms JFS_CHANNEL = new Jvms(CHANNEL, CHANNEL);
  static final Jvms JFS_TO_PLAIN = new Jvms(AGENT, NO_AGENT);
  static final Jvms PLAIN_TO_JFS = new Jvms(NO_AGENT, AGENT);

  private Jvms(Optional<String> client, Optional<String> server) {
    this(client, server, Preload.NONE);
  }

  boolean useAgent() {
    return client.isPresent() || server.isPresent();
  }

  @Override
  public Pair start(String variant, Plan plan, Path folder) {
    return new JvmPair(variant, this, plan, folder);
  }
}
