package jfs.bench.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A way to run the two programs that are measured.
 *
 * @param client the agent's options at the client, empty for a JVM without the agent
 * @param server the same at the server
 */
public record Variant(String name, Optional<String> client, Optional<String> server) {

  private static final Optional<String> NO_AGENT = Optional.empty();
  private static final Optional<String> AGENT = Optional.of("");
  private static final Optional<String> CHANNEL = Optional.of("carrier=channel");

  /** What all others are compared with. */
  public static final Variant JDK = new Variant("jdk", NO_AGENT, NO_AGENT);

  private static final List<Variant> KNOWN =
      List.of(
          JDK,
          new Variant("jfs", AGENT, AGENT),
          new Variant("jfs-channel", CHANNEL, CHANNEL),
          new Variant("jfs-to-plain", AGENT, NO_AGENT),
          new Variant("plain-to-jfs", NO_AGENT, AGENT));

  /**
   * The variants of these names.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  public static List<Variant> named(List<String> names) {
    List<Variant> variants = new ArrayList<>();
    for (String name : names) {
      Variant variant =
          KNOWN.stream()
              .filter(known -> known.name.equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "no variant '" + name + "'; known: " + knownNames()));
      if (variants.contains(variant)) {
        throw new IllegalArgumentException("variant '" + name + "' twice");
      }
      variants.add(variant);
    }
    if (!variants.contains(JDK)) {
      throw new IllegalArgumentException("'jdk' must be one of the variants: the ratios are to it");
    }
    return variants;
  }

  public static String knownNames() {
    return String.join(", ", KNOWN.stream().map(Variant::name).toList());
  }

  /** As many variants without the agent, to see how far equals differ: the noise floor. */
  public static List<Variant> plain(List<Variant> variants) {
    List<Variant> plain = new ArrayList<>();
    for (int i = 0; i < variants.size(); i++) {
      plain.add(i == 0 ? JDK : new Variant("jdk-" + (i + 1), NO_AGENT, NO_AGENT));
    }
    return plain;
  }

  public boolean usesAgent() {
    return client.isPresent() || server.isPresent();
  }
}
