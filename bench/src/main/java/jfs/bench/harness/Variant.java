package jfs.bench.harness;

import java.util.ArrayList;
import java.util.List;

/** A way to run the two programs that are measured. */
public record Variant(String name, Means means) {

  /** What all others are compared with. */
  public static final Variant JDK = new Variant("jdk", Jvms.PLAIN);

  private static final List<Variant> KNOWN =
      List.of(
          JDK,
          new Variant("jfs", Jvms.JFS),
          new Variant("jfs-channel", Jvms.JFS_CHANNEL),
          new Variant("jfs-to-plain", Jvms.JFS_TO_PLAIN),
          new Variant("plain-to-jfs", Jvms.PLAIN_TO_JFS),
          new Variant("rsockets", Jvms.RSOCKETS),
          new Variant("c-ring", Baseline.RING),
          new Variant("c-ring-futex", Baseline.RING_FUTEX),
          new Variant("c-verbs", Baseline.VERBS),
          new Variant("c-verbs-block", Baseline.VERBS_BLOCK),
          new Variant("c-tcp", Baseline.TCP));

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

  /** As many JVMs, all without the agent, to see how far equals differ: the noise floor. */
  public static List<Variant> plain(List<Variant> variants) {
    List<Variant> plain = new ArrayList<>();
    int jvms = 0;
    for (Variant variant : variants) {
      if (variant.usesBaseline()) {
        plain.add(variant);
      } else {
        jvms++;
        plain.add(jvms == 1 ? JDK : new Variant("jdk-" + jvms, Jvms.PLAIN));
      }
    }
    return plain;
  }

  public boolean usesAgent() {
    return means instanceof Jvms jvms && jvms.useAgent();
  }

  /** Whether it can only be run between addresses that RDMA devices have. */
  public boolean needsRoute() {
    return means == Jvms.RSOCKETS || means == Baseline.VERBS || means == Baseline.VERBS_BLOCK;
  }

  /** Whether it is the C program. */
  public boolean usesBaseline() {
    return means instanceof Baseline;
  }
}
