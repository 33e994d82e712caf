package jfs.bench.variant;

import java.util.ArrayList;
import java.util.List;
import jfs.bench.plan.Variant;

/** All ways to run two programs that are known. */
public final class Variants {

  public static final Variant JDK = new Variant(Variant.JDK, Jvms.PLAIN);

  private static final List<Variant> KNOWN =
      List.of(
          JDK,
          new Variant("jfs", Jvms.JFS),
          new Variant("jfs-channel", Jvms.JFS_CHANNEL),
          new Variant("jfs-nio", Jvms.JFS_NIO),
          new Variant("jfs-nio-eager", Jvms.JFS_NIO_EAGER),
          new Variant("jfs-streams", Jvms.JFS_STREAMS),
          new Variant("jfs-streams-on-tcp", Jvms.JFS_STREAMS_ON_TCP),
          new Variant("jfs-to-plain", Jvms.JFS_TO_PLAIN),
          new Variant("plain-to-jfs", Jvms.PLAIN_TO_JFS),
          peer("socket-channel", "the JDK's TCP", true),
          peer("unix-channel", "AF_UNIX", false),
          peer("junixsocket", "AF_UNIX", false),
          peer("netty-nio", "TCP", true),
          peer("netty-epoll", "TCP", true),
          peer("netty-io_uring", "TCP", true),
          peer("aeron-ipc", "Aeron's shared memory, polled", false),
          new Variant("kryo", new SerializerJvms("kryo")),
          new Variant("fory", new SerializerJvms("fory")),
          new Variant("hessian", new SerializerJvms("hessian")),
          new Variant("rsockets", Jvms.RSOCKETS),
          new Variant("c-ring", Baseline.RING),
          new Variant("c-ring-futex", Baseline.RING_FUTEX),
          new Variant("c-verbs", Baseline.VERBS),
          new Variant("c-verbs-block", Baseline.VERBS_BLOCK),
          new Variant("c-tcp", Baseline.TCP),
          new Variant("perftest", new Perftest()));

  /** What a suite compares unless it is told: each that can be run. */
  private static final List<String> NOT_USUAL =
      List.of(
          "jfs-channel",
          "jfs-nio",
          "jfs-nio-eager",
          "jfs-streams",
          "jfs-streams-on-tcp",
          "jfs-to-plain",
          "plain-to-jfs",
          "kryo",
          "fory",
          "hessian",
          "c-ring-futex",
          "c-verbs-block");

  private Variants() {}

  private static Variant peer(String name, String carriedBy, boolean betweenHosts) {
    return new Variant(name, new PeerJvms(name, carriedBy, betweenHosts));
  }

  /** The names of what is worth comparing, JFS's own variants aside. */
  public static List<String> usual() {
    return KNOWN.stream().map(Variant::name).filter(name -> !NOT_USUAL.contains(name)).toList();
  }

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
              .filter(known -> known.name().equals(name))
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

  private static String knownNames() {
    return String.join(", ", KNOWN.stream().map(Variant::name).toList());
  }

  /** As many JVMs, all without the agent, to see how far equals differ: the noise floor. */
  public static List<Variant> plain(List<Variant> variants) {
    List<Variant> plain = new ArrayList<>();
    int jvms = 0;
    for (Variant variant : variants) {
      if (variant.means().usesAgent() || variant.isJdk()) {
        jvms++;
        plain.add(jvms == 1 ? JDK : new Variant("jdk-" + jvms, Jvms.PLAIN));
      } else {
        plain.add(variant);
      }
    }
    return plain;
  }
}
