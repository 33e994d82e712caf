package jfs.bench.svg;

/**
 * How a line looks.
 *
 * @param name of its colour in {@link Style}
 * @param dashes as in SVG; empty for a line without gaps
 */
public record Look(String name, String dashes) {

  private static final String DASHED = "6 4";
  private static final String DOTTED = "2 3";

  /** Of a variant, which is the same in all plots; alike where they are of one kind. */
  public static Look of(String variant) {
    return switch (variant) {
      case "jfs", "jdk" -> new Look(variant, "");
      case "unix-channel" -> new Look("unix", "");
      case "junixsocket" -> new Look("unix", DASHED);
      case "socket-channel" -> new Look("channel", "");
      case "netty-epoll" -> new Look("netty", "");
      case "netty-nio" -> new Look("netty", DASHED);
      case "netty-io_uring" -> new Look("netty", DOTTED);
      case "aeron-ipc" -> new Look("aeron", "");
      case "c-ring" -> new Look("c", "");
      default -> new Look("c", DASHED);
    };
  }

  String line() {
    return "l-" + name;
  }

  String fill() {
    return "f-" + name;
  }
}
