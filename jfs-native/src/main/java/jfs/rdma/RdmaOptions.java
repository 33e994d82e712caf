package jfs.rdma;

import java.util.List;
import java.util.function.Function;
import jfs.core.config.Need;
import jfs.core.config.Option;
import jfs.core.config.OptionSource;
import jfs.core.config.Options;

/** The options of RDMA. */
public final class RdmaOptions implements OptionSource {

  /** Whether connections between hosts leave TCP. Empty: only if there is a key. */
  static final Option RDMA =
      new Option(
          "rdma",
          "on|off|eager|always",
          "",
          "RDMA between hosts (on if there is an rdma_key); eager: at connect, without waiting; always:"
              + " eager, and within a host");

  /** The secret by which the JVMs of a cluster recognise each other. */
  static final Option RDMA_KEY =
      new Option(
          "rdma_key",
          "FILE",
          "",
          "a file with the cluster's secret: RDMA only to JVMs that have it, too");

  @Override
  public List<Option> options() {
    return List.of(RDMA, RDMA_KEY);
  }

  /** The listener takes a moment to begin, so the ends register as soon as they are there. */
  @Override
  public Need need(Function<Option, String> values) {
    return isWanted(values) ? Need.AT_ONCE : Need.NEVER;
  }

  /** Whether RDMA is asked for: by its option, or by a key. */
  static boolean wantRdma(Options options) {
    return isWanted(options);
  }

  private static boolean isWanted(Function<Option, String> values) {
    String mode = values.apply(RDMA);
    // Without a key JFS can't tell a peer from a stranger at its port: the user has to decide.
    return mode.isEmpty() ? !values.apply(RDMA_KEY).isEmpty() : !mode.equals("off");
  }
}
