package jfs.bench.peer;

/** {@code PeerCheck PEER}: says {@code usable=1}, or why it cannot be used here. */
public final class PeerCheck {

  private PeerCheck() {}

  public static void main(String[] args) {
    String obstacle;
    try {
      obstacle = Peers.named(args[0]).obstacle();
    } catch (LinkageError | RuntimeException e) {
      obstacle = e.toString();
    }
    System.out.println(obstacle == null ? "usable=1" : obstacle.lines().findFirst().orElse("?"));
  }
}
