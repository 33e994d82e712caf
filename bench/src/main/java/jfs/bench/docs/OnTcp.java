package jfs.bench.docs;

import java.util.List;
import java.util.Optional;
import jfs.bench.report.Suite;
import jfs.bench.result.Ends;
import jfs.bench.result.Report;

/** Whether figures that are said to be JFS's are of TCP: then they are not published. */
final class OnTcp {

  /** The variants with an agent at both ends, and nothing that keeps them from leaving TCP. */
  private static final List<String> BOTH_ENDS =
      List.of("jfs", "jfs-channel", "jfs-nio", "jfs-nio-eager", "jfs-streams");

  private OnTcp() {}

  /** What stayed on TCP, in a line; empty if nothing did that should not have. */
  static Optional<String> refusal(Report report) {
    Optional<Suite> suite = Suite.named(report.suite()).filter(Suite::mustLeaveTcp);
    if (suite.isEmpty()) {
      return Optional.empty();
    }
    return BOTH_ENDS.stream()
        .filter(report.variants()::contains)
        .flatMap(variant -> refusal(report, variant, suite.get().allMustLeaveTcp()).stream())
        .findFirst();
  }

  private static Optional<String> refusal(Report report, String variant, boolean all) {
    List<Ends> forks = report.transports().getOrDefault(variant, List.of());
    if (forks.isEmpty()) {
      return Optional.of("it is not known what carried " + variant);
    }
    for (Ends ends : forks) {
      if (!ends.leftTcp()) {
        return Optional.of(
            "not both ends of " + variant + " had a connection that left TCP: " + ends);
      }
      if (all && !ends.allLeftTcp()) {
        return Optional.of(
            ("not all connections of " + variant + " left TCP (" + ends.left() + "): ") + ends);
      }
    }
    return Optional.empty();
  }
}
