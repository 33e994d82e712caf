package jfs.apps;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CollectivesTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8})
  void reduceToAll(int processes) throws Exception {
    for (int[] sum :
        Together.run(
            processes,
            world ->
                new Collectives(world)
                    .allReduce(
                        new int[] {1, world.rank()},
                        (a, b) -> new int[] {a[0] + b[0], a[1] + b[1]}))) {
      assertArrayEquals(new int[] {processes, processes * (processes - 1) / 2}, sum);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8})
  void broadcastFromAnyRoot(int processes) throws Exception {
    for (List<Integer> got :
        Together.run(
            processes,
            world -> {
              List<Integer> roots = new ArrayList<>();
              for (int root = 0; root < processes; root++) {
                int[] value = world.rank() == root ? new int[] {root} : null;
                roots.add(new Collectives(world).broadcast(root, value, int[].class)[0]);
              }
              return roots;
            })) {
      assertEquals(IntStream.range(0, processes).boxed().toList(), got);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8})
  void exchangeAllToAll(int processes) throws Exception {
    List<List<int[]>> got =
        Together.run(
            processes,
            world -> {
              List<int[]> parts = new ArrayList<>();
              for (int to = 0; to < processes; to++) {
                parts.add(new int[] {world.rank(), to});
              }
              return new Collectives(world).exchange(parts, int[].class);
            });
    for (int to = 0; to < processes; to++) {
      for (int from = 0; from < processes; from++) {
        assertArrayEquals(new int[] {from, to}, got.get(to).get(from));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void mergeHistograms(int processes) throws Exception {
    List<CombiningTree> merged =
        Together.run(
            processes, world -> CombiningTree.merge(world, new int[] {1, 1 << world.rank()}));
    for (int rank = 0; rank < processes; rank++) {
      assertArrayEquals(new int[] {rank, (1 << rank) - 1}, merged.get(rank).before());
      assertArrayEquals(new int[] {processes, (1 << processes) - 1}, merged.get(rank).total());
    }
  }
}
