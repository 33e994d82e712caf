package jfs.bench.variant;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import jfs.bench.host.Placement;
import jfs.bench.plan.Carried;
import jfs.bench.plan.Launcher;
import jfs.bench.plan.Programs;
import jfs.bench.plan.VariantSetup;
import jfs.bench.plan.Workload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AppGroupsTest {

  private static final VariantSetup SETUP =
      new VariantSetup(
          Programs.APPS,
          new Launcher(Path.of("none"), List.of(), Optional.empty()),
          Optional.empty(),
          Optional.empty(),
          Placement.FREE,
          Duration.ofSeconds(60));

  @TempDir Path folder;

  /** Programs of which one says that its connection stayed on TCP. */
  private record Members(int onTcp, int of) implements AppMembers {

    @Override
    public List<String> member(VariantSetup setup, Path summary, int rank, int processes) {
      String counts = rank == onTcp && processes == of ? "{\"tcp\":1}" : "{\"shm\":1}";
      String line = "{\"jfs\":\"1\",\"connections\":" + counts + ",\"reasons\":{}}";
      String program =
          "echo ready=1 port=1 cpu-step=1; while read -r line; do echo met=1; done; echo '%s' >'%s'";
      return List.of("sh", "-c", String.format(program, line, summary));
    }

    @Override
    public boolean clientHasAgent() {
      return true;
    }

    @Override
    public boolean serverHasAgent() {
      return true;
    }

    @Override
    public String carriedBy() {
      return "nothing";
    }
  }

  /** What a run by so many processes says that carried it. */
  private String carried(Members members, int... processes) {
    List<Workload> workloads =
        IntStream.of(processes)
            .mapToObj(count -> new Workload("sor", count + " run sor", 0, 1, 1, 1))
            .toList();
    try (AppGroups groups = new AppGroups("jfs", members, SETUP, workloads, folder)) {
      groups.awaitReady();
      Carried carried = groups.end();
      return carried.client().transports() + " and " + carried.server().transports();
    }
  }

  @Test
  void anyProcessOfAnyGroupIsSeenToStayOnTcp() {
    assertEquals("shm: 1 and shm: 1", carried(new Members(9, 9), 1, 2, 4));
    assertEquals("tcp: 1 and shm: 1", carried(new Members(0, 2), 1, 2, 4));
    assertEquals("shm: 1 and tcp: 1", carried(new Members(1, 2), 1, 2, 4));
    assertEquals("shm: 1 and tcp: 1", carried(new Members(3, 4), 1, 2, 4));
  }

  @Test
  void oneProcessAloneCountsOnlyIfThereAreNoOthers() {
    assertEquals("shm: 1 and shm: 1", carried(new Members(0, 1), 1, 2));
    assertEquals("tcp: 1 and tcp: 1", carried(new Members(0, 1), 1));
  }
}
