package jfs.bench.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Graphs of objects that programs send or keep, and by what one tells that all of it is there. */
public final class SampleGraphs {

  /** What arrays are filled with. */
  static final byte LAST = 42;

  private SampleGraphs() {}

  /**
   * Makes a graph.
   *
   * @param size how many elements it has; of a tree the levels
   */
  public static Object of(String kind, int size) {
    return switch (kind) {
      case "bytes" -> bytes(size);
      case "ints" -> ints(size);
      case "doubles" -> doubles(size);
      case "tree" -> Tree.balanced(size);
      case "points" -> points(size);
      case "strings" -> strings(size);
      case "map" -> map(size);
      case "orders" -> orders(size);
      default -> throw new IllegalArgumentException("no such graph: " + kind);
    };
  }

  /** The sum of all that is in a graph. */
  @SuppressWarnings("unchecked") // of the kinds above
  public static int sum(Object graph) {
    if (graph instanceof byte[] bytes) {
      return bytes.length + bytes[bytes.length - 1];
    } else if (graph instanceof int[] ints) {
      return ints.length + ints[ints.length - 1];
    } else if (graph instanceof double[] doubles) {
      return doubles.length + (int) doubles[doubles.length - 1];
    } else if (graph instanceof Tree tree) {
      return tree.sum();
    } else if (graph instanceof GridPoint[] points) {
      return sum(points);
    } else if (graph instanceof String[] texts) {
      return sum(texts);
    } else if (graph instanceof Map<?, ?> map) {
      return sum((Map<String, Integer>) map);
    }
    return sum((List<Purchase>) graph);
  }

  static byte[] bytes(int size) {
    byte[] values = new byte[size];
    Arrays.fill(values, LAST);
    return values;
  }

  static int[] ints(int size) {
    int[] values = new int[size];
    Arrays.fill(values, LAST);
    return values;
  }

  static double[] doubles(int size) {
    double[] values = new double[size];
    Arrays.fill(values, LAST);
    return values;
  }

  static GridPoint[] points(int size) {
    GridPoint[] points = new GridPoint[size];
    for (int i = 0; i < size; i++) {
      points[i] = new GridPoint(i, 2 * i);
    }
    return points;
  }

  static int sum(GridPoint[] points) {
    int sum = 0;
    for (GridPoint point : points) {
      sum += point.x + point.y;
    }
    return sum;
  }

  static String[] strings(int size) {
    String[] texts = new String[size];
    for (int i = 0; i < size; i++) {
      texts[i] = "text number " + i;
    }
    return texts;
  }

  static int sum(String[] texts) {
    int sum = 0;
    for (String text : texts) {
      sum += text.length();
    }
    return sum;
  }

  static Map<String, Integer> map(int size) {
    Map<String, Integer> map = new HashMap<>();
    for (int i = 0; i < size; i++) {
      map.put("key number " + i, i);
    }
    return map;
  }

  static int sum(Map<String, Integer> map) {
    int sum = 0;
    for (int value : map.values()) {
      sum += value;
    }
    return sum;
  }

  static List<Purchase> orders(int size) {
    List<Purchase> orders = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      orders.add(new Purchase(i));
    }
    return orders;
  }

  static int sum(List<Purchase> orders) {
    int sum = 0;
    for (Purchase order : orders) {
      sum += order.sum();
    }
    return sum;
  }
}
