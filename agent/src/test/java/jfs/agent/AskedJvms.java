package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import jfs.agent.programs.Dialogue;
import jfs.shm.control.StatusClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * JVMs with connections, and the status client that asks about them, on their own for each test.
 */
abstract class AskedJvms {

  static final ChildJvm DIALOGUE = ChildJvm.of(Dialogue.class);

  /** A rendezvous directory of the test's own. */
  RendezvousFolder meeting;

  private Path folder;

  @BeforeEach
  void makeFolder() throws Exception {
    meeting = new RendezvousFolder();
    folder = meeting.path();
  }

  @AfterEach
  void removeFolder() throws Exception {
    meeting.close();
  }

  Exit status(String... arguments) throws Exception {
    return command("status", arguments);
  }

  Exit command(String name, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("-jar", Agent.jar().toString(), name));
    command.addAll(Arrays.asList(arguments));
    return ChildJvm.ofTool("java", command.toArray(new String[0])).with(meeting.flag()).run();
  }

  RunningJvm start() throws Exception {
    return DIALOGUE.with(meeting.flag()).withTime(30).withAgent().start();
  }

  static void tell(RunningJvm jvm, String line) throws Exception {
    jvm.send(line);
    jvm.expect("done");
  }

  /** The endpoint comes soon after the first connection; no program but this waits for it. */
  void awaitEndpoint(RunningJvm jvm) throws Exception {
    long deadline = System.nanoTime() + RunningJvm.patienceNanos(20);
    while (StatusClient.present(folder).stream().noneMatch(n -> n.startsWith(jvm.pid() + "-"))) {
      assertTrue(System.nanoTime() < deadline, "no endpoint");
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** The rows of the table, cell by cell. */
  List<List<String>> table(RunningJvm jvm) throws Exception {
    List<String> lines = status(jvm.pid()).assertOk().assertQuiet().out().lines().toList();
    List<List<String>> rows =
        lines.stream().map(line -> Arrays.asList(line.split(" +", -1))).toList();
    assertEquals(
        List.of("LOCAL", "REMOTE", "VIA", "SENT", "RECEIVED", "STATE", "REASON"), rows.get(0));
    return rows.subList(1, rows.size());
  }

  static List<String> column(List<List<String>> table, int column) {
    return table.stream().map(row -> row.get(column)).toList();
  }

  static Optional<InetAddress> otherAddress() throws Exception {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
        .findFirst();
  }
}
