package jfs.apps;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;

/**
 * What all processes do together, each with the same call: made of messages between two, as in the
 * Manta paper's programs. Trees are binary: the children of rank r are 2r + 1 and 2r + 2.
 */
final class Collectives {

  private final World world;

  Collectives(World world) {
    this.world = world;
  }

  /** Returns when all processes have called it. */
  void barrier() {
    int[] nothing = allReduce(new int[0], (a, b) -> a);
    if (nothing.length != 0) {
      throw new PeerException("another process is not at a barrier");
    }
  }

  /**
   * Combines the values of all processes and gives the result to each.
   *
   * @param combine gives the same, to the last bit, in whatever order values are combined
   */
  <T> T allReduce(T mine, BinaryOperator<T> combine) {
    @SuppressWarnings("unchecked")
    Class<T> type = (Class<T>) mine.getClass();
    T sum = mine;
    for (int child : children(world.rank())) {
      sum = combine.apply(sum, world.receive(child, type));
    }
    if (world.rank() > 0) {
      world.send((world.rank() - 1) / 2, sum);
    }
    return broadcast(0, sum, type);
  }

  /**
   * Gives a value of one process, the root, to all.
   *
   * @param value the root's; the others' values are ignored
   */
  <T> T broadcast(int root, T value, Class<T> type) {
    int processes = world.processes();
    int distance = Math.floorMod(world.rank() - root, processes);
    T got =
        distance == 0
            ? value
            : world.receive(Math.floorMod((distance - 1) / 2 + root, processes), type);
    for (int child : children(distance)) {
      world.send(Math.floorMod(child + root, processes), got);
    }
    return got;
  }

  private List<Integer> children(int node) {
    List<Integer> children = new ArrayList<>();
    for (int child = 2 * node + 1; child <= 2 * node + 2 && child < world.processes(); child++) {
      children.add(child);
    }
    return children;
  }

  /**
   * A personalized all-to-all exchange.
   *
   * @param parts what each process is to get from this one, by rank
   * @return what this one gets from each, by rank; its own part is handed over as it is
   */
  <T> List<T> exchange(List<T> parts, Class<T> type) {
    int processes = world.processes();
    int rank = world.rank();
    List<T> got = new ArrayList<>(parts);
    // At each distance every process sends to one and gets from one, so none is overrun.
    for (int distance = 1; distance < processes; distance++) {
      int to = (rank + distance) % processes;
      int from = Math.floorMod(rank - distance, processes);
      world.send(to, parts.get(to));
      got.set(from, world.receive(from, type));
    }
    return got;
  }

  /** Gives every process what each of them has, by rank. */
  <T> List<T> gather(T mine, Class<T> type) {
    List<T> parts = new ArrayList<>();
    for (int i = 0; i < world.processes(); i++) {
      parts.add(mine);
    }
    return exchange(parts, type);
  }
}
