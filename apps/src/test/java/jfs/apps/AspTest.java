package jfs.apps;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class AspTest {

  private static final int SIZE = 50;
  private static final long SEED = 3;

  @Test
  void findsTheDistancesThatDijkstraDoes() throws Exception {
    int[][] edges = new int[SIZE][];
    for (int node = 0; node < SIZE; node++) {
      edges[node] = Asp.edges(SIZE, node, SEED);
    }
    List<int[]> distances = new ArrayList<>();
    for (int[][] rows :
        Together.run(
            2,
            world -> {
              Asp asp = new Asp(world, SIZE, SEED);
              asp.compute();
              return asp.distances();
            })) {
      distances.addAll(Arrays.asList(rows));
    }
    for (int node = 0; node < SIZE; node++) {
      assertArrayEquals(dijkstra(edges, node), distances.get(node));
    }
  }

  private static int[] dijkstra(int[][] edges, int from) {
    int[] distances = new int[SIZE];
    Arrays.fill(distances, Asp.FAR);
    distances[from] = 0;
    boolean[] done = new boolean[SIZE];
    for (int round = 0; round < SIZE; round++) {
      int nearest = -1;
      for (int node = 0; node < SIZE; node++) {
        if (!done[node] && (nearest < 0 || distances[node] < distances[nearest])) {
          nearest = node;
        }
      }
      done[nearest] = true;
      for (int node = 0; node < SIZE; node++) {
        distances[node] =
            Math.min(distances[node], Math.min(Asp.FAR, distances[nearest] + edges[nearest][node]));
      }
    }
    return distances;
  }
}
