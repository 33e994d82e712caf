package jfs.bench.program;

import java.io.IOException;
import java.rmi.RemoteException;
import java.util.List;
import java.util.Map;

/** The calls of an {@link RmiServer} that are timed, each with what it sends. */
final class RmiArguments {

  /** A call that answers whether it got what it should. */
  interface Call {
    boolean succeeds() throws RemoteException;
  }

  /**
   * A call with what it sends.
   *
   * @param argumentBytes the argument's, serialized
   */
  record Sending(Call call, long argumentBytes) {}

  private final Measured server;

  RmiArguments(Measured server) {
    this.server = server;
  }

  /**
   * A kind of call.
   *
   * @param size how many elements it sends; of a tree the levels
   */
  Sending of(String name, int size) throws IOException {
    return switch (name) {
      case "null" -> new Sending(this::ping, 0);
      case "bytes" -> bytes(size);
      case "ints" -> ints(size);
      case "doubles" -> doubles(size);
      case "tree" -> tree(size);
      case "fresh" -> freshTree(size);
      case "points" -> points(size);
      case "strings" -> strings(size);
      case "map" -> map(size);
      case "orders" -> orders(size);
      default -> throw new IllegalArgumentException("no such call: " + name);
    };
  }

  private boolean ping() throws RemoteException {
    server.ping();
    return true;
  }

  private Sending bytes(int size) throws IOException {
    byte[] values = SampleGraphs.bytes(size);
    int sum = SampleGraphs.sum(values);
    return new Sending(() -> server.bytes(values) == sum, Serialized.bytes(values));
  }

  private Sending ints(int size) throws IOException {
    int[] values = SampleGraphs.ints(size);
    int sum = SampleGraphs.sum(values);
    return new Sending(() -> server.ints(values) == sum, Serialized.bytes(values));
  }

  private Sending doubles(int size) throws IOException {
    double[] values = SampleGraphs.doubles(size);
    int sum = SampleGraphs.sum(values);
    return new Sending(() -> server.doubles(values) == sum, Serialized.bytes(values));
  }

  private Sending tree(int levels) throws IOException {
    Tree tree = Tree.balanced(levels);
    int sum = tree.sum();
    return new Sending(() -> server.tree(tree) == sum, Serialized.bytes(tree));
  }

  /** Made for the call: an object's first identity hash, by which streams find it, takes longer. */
  private Sending freshTree(int levels) throws IOException {
    Tree first = Tree.balanced(levels);
    int sum = first.sum();
    return new Sending(() -> server.tree(Tree.balanced(levels)) == sum, Serialized.bytes(first));
  }

  private Sending points(int size) throws IOException {
    GridPoint[] points = SampleGraphs.points(size);
    int sum = SampleGraphs.sum(points);
    return new Sending(() -> server.points(points) == sum, Serialized.bytes(points));
  }

  private Sending strings(int size) throws IOException {
    String[] texts = SampleGraphs.strings(size);
    int sum = SampleGraphs.sum(texts);
    return new Sending(() -> server.strings(texts) == sum, Serialized.bytes(texts));
  }

  private Sending map(int size) throws IOException {
    Map<String, Integer> map = SampleGraphs.map(size);
    int sum = SampleGraphs.sum(map);
    return new Sending(() -> server.map(map) == sum, Serialized.bytes(map));
  }

  private Sending orders(int size) throws IOException {
    List<Purchase> orders = SampleGraphs.orders(size);
    int sum = SampleGraphs.sum(orders);
    return new Sending(() -> server.orders(orders) == sum, Serialized.bytes(orders));
  }
}
