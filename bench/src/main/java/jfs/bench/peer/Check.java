package jfs.bench.peer;

import jfs.bench.child.End;

/** Greets with {@code usable=1}, or with a line that says why a peer cannot be used here. */
record Check(String greeting) implements End {

  static Check of(Peer peer) {
    String obstacle;
    try {
      obstacle = peer.obstacle();
    } catch (LinkageError | RuntimeException e) {
      obstacle = e.toString();
    }
    return new Check(obstacle == null ? "usable=1" : obstacle.lines().findFirst().orElse("?"));
  }

  @Override
  public String answer(String[] command) {
    throw new IllegalArgumentException("only looked for, not to be used");
  }
}
