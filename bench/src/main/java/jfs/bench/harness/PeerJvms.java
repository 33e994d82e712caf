package jfs.bench.harness;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The ping-pong programs in Java, and echoes at a pace, by other means than the JDK's sockets.
 *
 * @param peer its name in {@code jfs.bench.peer}
 * @param betweenHosts whether it can leave its host
 */
record PeerJvms(String peer, String carriedBy, boolean betweenHosts) implements JvmMeans {

  private static final String PROGRAMS = "jfs.bench.peer.Peer";
  private static final String USABLE = "usable=1";

  /** Aeron's buffers need what the JDK hides (JDK 17 and later); Netty uses it where it may. */
  private static final List<String> OPEN =
      List.of(
          "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED");

  @Override
  public List<String> server(Plan plan, Path summary) {
    List<String> place = plan.placement().server(Cpus.ofProcess());
    return plan.launcher().command(place, OPEN, PROGRAMS + "Server", List.of(peer));
  }

  @Override
  public List<String> client(Plan plan, Path summary, String port) {
    List<String> place = plan.placement().client(Cpus.ofProcess());
    return plan.launcher().command(place, OPEN, PROGRAMS + "Client", List.of(peer, port));
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
  public Optional<String> obstacle(Plan plan) {
    if (!plan.programs().equals(Programs.PING_PONG) && !plan.programs().equals(Programs.CPU)) {
      return Optional.of("for echoes and streams between two only");
    }
    if (plan.route().isPresent() && !betweenHosts) {
      return Optional.of(ONE_HOST);
    }
    List<String> command =
        plan.launcher().command(List.of(), OPEN, PROGRAMS + "Check", List.of(peer));
    try (Child check = Child.start(peer, command, plan.patience())) {
      String answer = check.line("at its start");
      return answer.equals(USABLE) ? Optional.empty() : Optional.of(answer);
    } catch (BenchException e) {
      return Optional.of(e.getMessage().lines().findFirst().orElse(""));
    }
  }
}
