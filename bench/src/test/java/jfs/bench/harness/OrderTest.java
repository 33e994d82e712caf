package jfs.bench.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OrderTest {

  @Test
  void turnsRoundWithTwo() {
    assertEquals(List.of("A", "B"), Order.ofRound(List.of("A", "B"), 0));
    assertEquals(List.of("B", "A"), Order.ofRound(List.of("A", "B"), 1));
  }

  @Test
  void givesEachEveryPlaceEquallyOften() {
    for (List<String> all : List.of(List.of("A", "B"), List.of("A", "B", "C"))) {
      Map<String, Integer> places = new HashMap<>();
      for (int round = 0; round < 2 * all.size(); round++) {
        List<String> order = Order.ofRound(all, round);
        for (String one : all) {
          places.merge(one, order.indexOf(one), Integer::sum);
        }
      }
      assertEquals(1, places.values().stream().distinct().count(), places::toString);
    }
  }
}
