package jfs.bench.harness;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The order in which variants run. */
final class Order {

  private Order() {}

  /**
   * The order within a round: A B, B A, A B … for two, so that none is always first; with more,
   * another one begins from time to time.
   */
  static <T> List<T> ofRound(List<T> all, int round) {
    List<T> order = new ArrayList<>(all);
    Collections.rotate(order, -(round / 2));
    if (round % 2 == 1) {
      Collections.reverse(order);
    }
    return order;
  }
}
