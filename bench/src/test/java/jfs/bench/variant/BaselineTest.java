package jfs.bench.variant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import jfs.bench.host.BenchException;
import jfs.bench.host.Placement;
import jfs.bench.host.Route;
import jfs.bench.plan.Launcher;
import jfs.bench.plan.Programs;
import jfs.bench.plan.VariantSetup;
import org.junit.jupiter.api.Test;

class BaselineTest {

  private static final List<Integer> CPUS = List.of(4, 7);

  private static VariantSetup setup(
      Programs programs, Placement placement, Optional<Path> executable) {
    return setup(programs, placement, Optional.empty(), executable);
  }

  private static VariantSetup setup(
      Programs programs, Placement placement, Optional<Route> route, Optional<Path> executable) {
    Launcher launcher = new Launcher(Path.of("/jdk"), List.of(), Optional.empty());
    return new VariantSetup(programs, launcher, route, executable, placement, Duration.ZERO);
  }

  private static String command(Baseline baseline, Programs programs, Placement placement) {
    VariantSetup setup = setup(programs, placement, Optional.of(Path.of("/c")));
    return String.join(" ", baseline.command(setup, CPUS));
  }

  @Test
  void spinsWhereEachEndHasACpu() {
    assertEquals(
        "/c slices pingpong --transport ring --wait spin --spins 500 --place free",
        command(Baseline.RING, Programs.PING_PONG, Placement.FREE));
  }

  @Test
  void itsServerIsOnTheCpuOfTheJvmsServer() {
    assertEquals(List.of("taskset", "-c", "4"), Placement.TWO.server(CPUS));
    assertEquals(List.of("--place", "two", "--cpus", "7,4"), Placement.TWO.baseline(CPUS));
    assertEquals(List.of("--place", "one", "--cpus", "4,4"), Placement.ONE.baseline(CPUS));
  }

  @Test
  void sleepsInTheEndWhereThreadsShareACpu() {
    assertEquals(
        "/c slices many --connections 32 --transport ring --wait adaptive --spins 500 --place free",
        command(Baseline.RING, Programs.many(32), Placement.FREE));
    assertEquals(
        "/c slices pingpong --transport ring --wait adaptive --spins 500 --place one --cpus 4,4",
        command(Baseline.RING, Programs.PING_PONG, Placement.ONE));
  }

  @Test
  void sleepsAlwaysIfItIsToWhateverIsMeasured() {
    for (Programs programs : List.of(Programs.PING_PONG, Programs.many(1))) {
      String futex = command(Baseline.RING_FUTEX, programs, Placement.FREE);
      assertEquals(1, futex.split("--transport ring --wait futex ", -1).length - 1, futex);
      String tcp = command(Baseline.TCP, programs, Placement.FREE);
      assertEquals(1, tcp.split("--transport tcp --wait block ", -1).length - 1, tcp);
    }
  }

  @Test
  void talksBetweenTheAddressesOfTheJvms() throws Exception {
    Route route = new Route(InetAddress.getByName("192.0.2.1"), InetAddress.getByName("192.0.2.2"));
    VariantSetup setup =
        setup(Programs.PING_PONG, Placement.FREE, Optional.of(route), Optional.of(Path.of("/c")));
    assertEquals(
        "/c slices pingpong --transport verbs --wait spin --spins 500"
            + " --from 192.0.2.1 --to 192.0.2.2 --place free",
        String.join(" ", Baseline.VERBS.command(setup, CPUS)));
    assertEquals(
        "/c slices pingpong --transport ring --wait spin --spins 500 --place free",
        String.join(" ", Baseline.RING.command(setup, CPUS)));
  }

  @Test
  void needsItsExecutable() {
    VariantSetup setup = setup(Programs.PING_PONG, Placement.FREE, Optional.empty());
    assertThrows(BenchException.class, () -> Baseline.TCP.command(setup, CPUS));
  }
}
