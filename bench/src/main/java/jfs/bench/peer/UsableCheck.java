package jfs.bench.peer;

import jfs.bench.child.End;

/** Greets with {@code usable=1}, or with a line that says why a peer cannot be used here. */
record UsableCheck(String greeting) implements End {

  static UsableCheck of(Peer peer) {
    String obstacle;
    try {
      obstacle = peer.obstacle();
    } catch (LinkageError | RuntimeException e) {
      obstacle = e.toString();
    }
    return new UsableCheck(
        obstacle == null ? "usable=1" : obstacle.lines().findFirst().orElse("?"));
  }

  @Override
  public String answer(String[] command) {
    throw new IllegalArgumentException("only looked for, not to be used");
  }
}
