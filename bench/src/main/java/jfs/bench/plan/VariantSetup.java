package jfs.bench.plan;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import jfs.bench.host.Placement;
import jfs.bench.host.Quota;
import jfs.bench.host.Route;

/**
 * Which programs are run, where and by what: the same for every variant.
 *
 * @param route which addresses to measure between; absent for the loopback's
 * @param baseline the C program's executable; absent if it was not built
 * @param patience how long a child may take to answer
 */
public record VariantSetup(
    Programs programs,
    Launcher launcher,
    Optional<Route> route,
    Optional<Path> baseline,
    Placement placement,
    Duration patience) {

  /** The same for other programs. */
  public VariantSetup with(Programs others) {
    return new VariantSetup(others, launcher, route, baseline, placement, patience);
  }

  /** The same with more arguments for all measured JVMs. */
  public VariantSetup withJvmArguments(List<String> more) {
    return with(launcher.with(more));
  }

  /** The same with a limit for each JVM. */
  VariantSetup within(Quota limit) {
    return with(launcher.within(limit));
  }

  private VariantSetup with(Launcher other) {
    return new VariantSetup(programs, other, route, baseline, placement, patience);
  }
}
