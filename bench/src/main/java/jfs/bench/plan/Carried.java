package jfs.bench.plan;

import java.util.Optional;

/** What carried a pair's connections, at its client and at its server. */
public record Carried(End client, End server) {

  /** The same, said to be of that software. */
  public Carried of(String software) {
    String transports = "of " + software + ": " + client.transports;
    return new Carried(new End(transports, client.beyondTcp, client.jfs), server);
  }

  /**
   * What one end says.
   *
   * @param beyondTcp how many connections left TCP
   * @param jfs the version of JFS there, empty if there is none
   */
  public record End(String transports, long beyondTcp, Optional<String> jfs) {

    public static End withoutJfs(String transports) {
      return new End(transports, 0, Optional.empty());
    }
  }
}
