package jfs.bench.plan;

import java.util.Optional;

/** What carried a pair's connections, at its client and at its server. */
public record Carried(End client, End server) {

  /**
   * What one end says.
   *
   * @param jfs the version of JFS there, empty if there is none
   */
  public record End(String transports, Optional<String> jfs) {

    public static End withoutJfs(String transports) {
      return new End(transports, Optional.empty());
    }
  }
}
