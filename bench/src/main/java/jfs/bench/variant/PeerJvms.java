package jfs.bench.variant;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import jfs.bench.host.BenchException;
import jfs.bench.host.Cpus;
import jfs.bench.plan.Family;
import jfs.bench.plan.Launcher;
import jfs.bench.plan.Programs;
import jfs.bench.plan.VariantSetup;

/**
 * The ping-pong programs in Java, and echoes at a pace, by other means than the JDK's sockets.
 *
 * @param peer its name in {@code jfs.bench.peer}
 * @param betweenHosts whether it can leave its host
 */
record PeerJvms(String peer, String carriedBy, boolean betweenHosts) implements JvmMeans {

  private static final String USABLE = "usable=1";

  /** Aeron's buffers need what the JDK hides (JDK 17 and later); Netty uses it where it may. */
  private static final List<String> OPEN =
      List.of(
          "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED");

  @Override
  public List<String> server(VariantSetup setup, Path summary) {
    return command(setup, setup.placement().server(Cpus.ofProcess()), "server", peer);
  }

  @Override
  public List<String> client(VariantSetup setup, Path summary, String port) {
    return command(setup, setup.placement().client(Cpus.ofProcess()), "client", peer, port);
  }

  private static List<String> command(VariantSetup setup, List<String> place, String... words) {
    return setup
        .launcher()
        .command(Family.PEERS, new Launcher.Additions(place, OPEN), List.of(words));
  }

  @Override
  public boolean clientHasAgent() {
    return false;
  }

  @Override
  public boolean serverHasAgent() {
    return false;
  }

  @Override
  public Optional<String> obstacle(VariantSetup setup) {
    if (!setup.programs().equals(Programs.PING_PONG) && !setup.programs().equals(Programs.CPU)) {
      return Optional.of("for echoes and streams between two only");
    }
    if (setup.route().isPresent() && !betweenHosts) {
      return Optional.of(ObstacleWords.ONE_HOST);
    }
    List<String> command = command(setup, List.of(), "check", peer);
    try (Child check = Child.start(peer, command, setup.patience())) {
      String answer = check.line("at its start");
      return answer.equals(USABLE) ? Optional.empty() : Optional.of(answer);
    } catch (BenchException e) {
      return Optional.of(e.getMessage().lines().findFirst().orElse(""));
    }
  }
}
