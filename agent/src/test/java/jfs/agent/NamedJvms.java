package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import jfs.agent.programs.peers.NamedClient;
import jfs.agent.programs.peers.NamedServer;

/** JVMs on {@link BridgedHosts}, with {@code containers=on}, that write summaries to a folder. */
record NamedJvms(Path folder) {

  static final String PORT = "20001";

  /** How much longer they may take than most. */
  static final int MORE_SECONDS = 30;

  /** What a client prints when its server has ended. */
  private static final Pattern ENDED =
      Pattern.compile(
          "Exception in thread \"main\" java\\."
              + "(net\\.SocketException: (Connection reset|Broken pipe)|io\\.EOFException)");

  /** Has a client make so many round trips. */
  static void talk(RunningJvm client, String roundTrips) throws IOException {
    client.send(roundTrips);
    client.expect("exact");
  }

  /**
   * Starts a server.
   *
   * @param containers the option's value, and other options behind it
   */
  RunningJvm server(String host, RendezvousFolder meeting, String name, String containers)
      throws IOException {
    return jvm(NamedServer.class, meeting, "server-" + name, containers, name, PORT)
        .withShell(host)
        .start();
  }

  /**
   * Starts a client.
   *
   * @param to the number of the host of its server
   * @param own its port, or 0 for any
   */
  RunningJvm client(
      String host, RendezvousFolder meeting, String name, String containers, String to, String own)
      throws IOException {
    String address = BridgedHosts.address(Integer.parseInt(to));
    return jvm(NamedClient.class, meeting, "client-" + name, containers, name, address, PORT, own)
        .withShell(host)
        .start();
  }

  /** Starts a client of a server on its own host. */
  RunningJvm loopbackClient(String host, RendezvousFolder meeting, String name, String own)
      throws IOException {
    return jvm(NamedClient.class, meeting, "client-" + name, "on", name, "127.0.0.1", PORT, own)
        .withShell(host)
        .start();
  }

  /** Kills a server, amid round trips or between two, and has its client notice. */
  static void killServer(RunningJvm server, RunningJvm client, boolean amid) throws Exception {
    if (amid) {
      client.send("100000000");
    }
    server.kill();
    if (!amid) {
      client.send("1");
    }
    String err = client.waitForExit().err();
    assertTrue(ENDED.matcher(err).lookingAt(), err);
  }

  /** Makes a JVM for a program; the agent writes its summary to that file. */
  ChildJvm jvm(
      Class<?> main, RendezvousFolder meeting, String file, String containers, Object... arguments)
      throws IOException {
    return ChildJvm.of(main, arguments)
        .withTime(MORE_SECONDS)
        .with(meeting.flag())
        .withLibrary("required")
        .withAgent("containers=" + containers + ",summary=" + folder.resolve(file));
  }
}
