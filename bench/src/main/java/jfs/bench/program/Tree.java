package jfs.bench.program;

import java.io.Serializable;

/** A balanced binary tree with four ints a node, serialized as the JDK does it by default. */
public final class Tree implements Serializable {

  private static final long serialVersionUID = 1;

  private final int a;
  private final int b;
  private final int c;
  private final int d;
  private final Tree left;
  private final Tree right;

  private Tree(int value, Tree left, Tree right) {
    this.a = value;
    this.b = value + 1;
    this.c = value + 2;
    this.d = value + 3;
    this.left = left;
    this.right = right;
  }

  /** A tree of {@code 2^levels - 1} nodes. */
  static Tree balanced(int levels) {
    return levels == 0 ? null : new Tree(levels, balanced(levels - 1), balanced(levels - 1));
  }

  /** The sum of all ints in it. */
  int sum() {
    return a + b + c + d + (left == null ? 0 : left.sum()) + (right == null ? 0 : right.sum());
  }
}
