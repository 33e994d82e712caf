package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import jfs.agent.programs.peers.EchoClient;
import jfs.agent.programs.peers.EchoServer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever comes to the pairing socket of a JVM, its connections do not notice. */
class AttackAgentTest {

  private static final int CONNECTIONS = 3;

  /**
   * What the server says: nothing, but that the connection whose attacker cuts memory off may end
   * by a reset at either end.
   */
  private static final List<String> CUT_OFF =
      List.of("", "java.net.SocketException: Connection reset\n");

  /**
   * How the thread of that connection may end in place of the reset, where no seal keeps the memory
   * from being cut off: the JVM tells of a fault when it next stops the thread, which may have
   * returned from JFS by then.
   */
  private static final Pattern FAULT =
      Pattern.compile(
          "Exception in thread \"[^\"]+\" java\\.lang\\.InternalError: a fault occurred in an? "
              + "(recent )?unsafe memory access operation[^\n]*\n(\tat [^\n]*\n)+");

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"any", "off"})
  @Timeout(value = 6, unit = TimeUnit.MINUTES)
  void connectionsGoOnUnderAttack(String library) throws Exception {
    Path serverSummary = folder.resolve("server");
    Path clientSummary = folder.resolve("client");
    long runs = 1 + 2L * Attack.values().length;
    try (RendezvousFolder meeting = new RendezvousFolder();
        RunningJvm server = start(meeting, library, serverSummary, EchoServer.class)) {
      String port = server.readLine();
      try (RunningJvm client = start(meeting, library, clientSummary, EchoClient.class, port)) {
        isExact(client);
        String victim = meeting.socketOf(server.pid());
        for (Attack attack : Attack.values()) {
          try (Attacker attacker = new Attacker(meeting.path(), victim, Integer.parseInt(port))) {
            attack.run(attacker);
            isExact(client);
          } catch (AssertionError e) {
            throw new AssertionError(attack + ": " + e.getMessage() + server.errSoFar(), e);
          }
          isExact(client);
        }
        Load.awaitCalm(server.pid(), 0.5);
        client.waitForExit().assertOk().assertQuiet();
      }
      Exit exit = server.waitForExit().assertOk();
      assertTrue(CUT_OFF.contains(exit.out()), exit.out());
      assertTrue(
          exit.err().isEmpty() || (library.equals("off") && FAULT.matcher(exit.err()).matches()),
          exit::toString);
    }
    ParsedSummary client = ParsedSummary.in(clientSummary);
    assertEquals(runs * CONNECTIONS, client.opened());
    assertTrue(client.onShm() > 0, client::toString);
    assertTrue(ParsedSummary.in(serverSummary).onShm() > 0);
  }

  private static void isExact(RunningJvm client) throws Exception {
    client.send(Integer.toString(CONNECTIONS));
    client.expect("exact");
  }

  private static RunningJvm start(
      RendezvousFolder meeting, String library, Path summary, Class<?> main, Object... arguments)
      throws Exception {
    return ChildJvm.of(main, arguments)
        .with(meeting.flag(), "-Xmx64m")
        .withLibrary(library)
        .withTime(60)
        .withAgent("shm=eager,summary=" + summary)
        .start();
  }
}
