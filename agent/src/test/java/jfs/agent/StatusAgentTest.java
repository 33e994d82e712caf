package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a status client says of a running JVM's connections, and that it is true. */
class StatusAgentTest extends AskedJvms {

  @Test
  void connectionToAPlainPeerIsOnTcpAndSaysWhy() throws Exception {
    assumeTrue(Agent.isOverPlatformCarrier(), "others are not looked for over the channel carrier");
    try (ServerSocketChannel peer = ServerSocketChannel.open();
        RunningJvm jvm = start()) {
      peer.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      int port = peer.socket().getLocalPort();
      tell(jvm, "connect " + port + " 127.0.0.1");
      awaitEndpoint(jvm);
      tell(jvm, "write 1");
      List<String> row = table(jvm).get(0);
      assertTrue(row.get(0).matches("127\\.0\\.0\\.1:\\d+"), row::toString);
      assertEquals(
          List.of("127.0.0.1:" + port, "tcp", "1", "0", "open", "unpaired"), row.subList(1, 7));
      tell(jvm, "write 5000"); // more than a JVM needs before its first pair
      // No peer has answered; after a while that is an answer, too.
      long deadline = System.nanoTime() + RunningJvm.patienceNanos(60);
      do {
        assertTrue(System.nanoTime() < deadline, "still waits for an answer");
        row = table(jvm).get(0);
        assertEquals(List.of("tcp", "5001", "0", "open"), row.subList(2, 6));
      } while (row.get(6).equals("unpaired"));
      assertEquals("no-peer", row.get(6));
    }
  }

  @Test
  void whoWatchesSeesNewsUntilTheEnd() throws Exception {
    try (RunningJvm jvm = start()) {
      tell(jvm, "loop 1");
      awaitEndpoint(jvm);
      ChildJvm command =
          ChildJvm.ofTool("java", "-jar", Agent.jar().toString(), "status", "--watch=1", jvm.pid());
      try (RunningJvm watch = command.with(meeting.flag()).start()) {
        assertTrue(watch.readLine().startsWith("LOCAL "));
        tell(jvm, "echo 7");
        String line;
        do {
          line = watch.readLine();
        } while (!line.matches("\\S+ +\\S+ +\\w+ +7 +8 .*"));
        jvm.kill();
        String said = watch.waitForExit().assertOk().assertQuiet().out();
        assertTrue(said.endsWith("JVM " + jvm.pid() + " has ended\n"), said);
      }
    }
  }

  @Test
  void connectionToElsewhereIsEnoughForAnEndpoint() throws Exception {
    Optional<InetAddress> other = otherAddress();
    assumeTrue(other.isPresent(), "this host has one address only");
    try (ServerSocketChannel peer = ServerSocketChannel.open();
        RunningJvm jvm = start()) {
      peer.bind(new InetSocketAddress(other.get(), 0));
      int port = peer.socket().getLocalPort();
      tell(jvm, "connect " + port + " " + other.get().getHostAddress());
      awaitEndpoint(jvm);
      assertEquals(List.of("same-host"), column(table(jvm), 6));
    }
  }

  @Test
  void sharedMemoryIsSeenAndTheBytesStayExact() throws Exception {
    assumeTrue(Agent.isOverPlatformCarrier(), "none is used over the channel carrier");
    try (RunningJvm jvm = start()) {
      tell(jvm, "loop 1");
      awaitEndpoint(jvm);
      long deadline = System.nanoTime() + RunningJvm.patienceNanos(60);
      List<List<String>> table;
      int echoes = 0;
      do {
        assertTrue(System.nanoTime() < deadline, "stays on TCP");
        for (int i = 0; i < 500; i++) { // some hundreds are worth a JVM's first pair
          tell(jvm, "echo 10");
          echoes++;
        }
        table = table(jvm);
        String sent = Integer.toString(10 * echoes);
        String received = Integer.toString(11 * echoes);
        // Either end may be the first that JFS has taken over.
        assertEquals(
            Set.of(List.of(sent, received), List.of(received, sent)),
            table.stream().map(row -> row.subList(3, 5)).collect(Collectors.toSet()));
      } while (!column(table, 2).equals(List.of("shm", "shm")));
      assertEquals(List.of("-", "-"), column(table, 6));
      assertEquals(table.get(0).subList(0, 2), List.of(table.get(1).get(1), table.get(1).get(0)));
    }
  }

  @Test
  void statesAreTold() throws Exception {
    try (RunningJvm jvm = start()) {
      tell(jvm, "loop 2");
      awaitEndpoint(jvm);
      tell(jvm, "half-close 1");
      assertEquals(List.of("open", "open", "half-closed", "half-closed"), column(table(jvm), 5));
      tell(jvm, "close 0");
      assertEquals(List.of("half-closed", "half-closed"), column(table(jvm), 5));
      tell(jvm, "close 0");
      assertEquals(List.of(), table(jvm));
    }
  }

  @Test
  void manyConnectionsAreALineEach() throws Exception {
    try (RunningJvm jvm = start()) {
      tell(jvm, "loop 100");
      awaitEndpoint(jvm);
      tell(jvm, "echo 5");
      List<List<String>> table = table(jvm);
      assertEquals(200, table.size());
      assertEquals(1100, column(table, 3).stream().mapToInt(Integer::parseInt).sum());
      assertEquals(1100, column(table, 4).stream().mapToInt(Integer::parseInt).sum());
      assertEquals(200, table.stream().map(row -> row.subList(0, 2)).distinct().count());
    }
  }

  @Test
  void jsonIsAnObjectALine() throws Exception {
    try (RunningJvm jvm = start()) {
      tell(jvm, "loop 1");
      awaitEndpoint(jvm);
      List<String> lines = status("--json", jvm.pid()).assertOk().out().lines().toList();
      assertEquals(2, lines.size());
      String form =
          "\\{\"number\":%d,\"since\":\\d{13},\"origin\":\"%s\",\"local\":\"127.0.0.1:\\d+\","
              + "\"remote\":\"127.0.0.1:\\d+\",\"via\":\"tcp\",\"sent\":0,\"received\":0,"
              + "\"state\":\"open\",\"reason\":\"unpaired\"\\}";
      assertTrue(lines.get(0).matches(form.formatted(1, "opened")), lines::toString);
      assertTrue(lines.get(1).matches(form.formatted(2, "accepted")), lines::toString);
    }
  }

  @Test
  void aJvmWithoutSharedMemoryCanBeAskedToo() throws Exception {
    for (ChildJvm off :
        Stream.of(
                DIALOGUE.withAgent("shm=off"),
                DIALOGUE.withAgent().with("-Djfs.shm=off"),
                DIALOGUE.withAgent().withEnvironment("JFS_SHM", "off"))
            .toList()) {
      try (RunningJvm jvm = off.with(meeting.flag()).start()) {
        tell(jvm, "loop 1");
        awaitEndpoint(jvm);
        assertEquals(List.of("switched-off", "switched-off"), column(table(jvm), 6));
      }
    }
  }
}
