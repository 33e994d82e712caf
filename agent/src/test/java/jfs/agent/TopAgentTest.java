package jfs.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/** What {@code top} says of a running JVM's connections. */
class TopAgentTest extends AskedJvms {

  @Test
  void aConnectionThatCarriesNothingHasNoRate() throws Exception {
    try (RunningJvm jvm = start()) {
      tell(jvm, "loop 1");
      awaitEndpoint(jvm);
      tell(jvm, "echo 10");
      List<String> lines = top("--times=1", jvm.pid());
      assertEquals(
          "JVM " + jvm.pid() + ": 2 connections {tcp=2}, bytes a second: 0 sent, 0 received",
          lines.get(0));
      assertEquals(
          List.of("LOCAL", "REMOTE", "VIA", "SENT/S", "RECEIVED/S", "STATE", "REASON"),
          cells(lines.get(1)));
      for (String line : lines.subList(2, 4)) {
        assertEquals(List.of("tcp", "0", "0", "open", "unpaired"), cells(line).subList(2, 7));
      }
    }
  }

  @Test
  void theBusiestComesFirst() throws Exception {
    try (RunningJvm jvm = start()) {
      tell(jvm, "loop 1");
      awaitEndpoint(jvm);
      tell(jvm, "echo 10");
      FutureTask<Void> talk =
          new FutureTask<>(
              () -> {
                while (!Thread.currentThread().isInterrupted()) {
                  tell(jvm, "echo 10");
                }
                return null;
              });
      Thread talking = new Thread(talk);
      talking.start();
      try {
        long end = System.nanoTime() + RunningJvm.patienceNanos(20);
        List<String> first;
        do {
          assertTrue(System.nanoTime() < end, "no rate is seen");
          first = cells(top("--sort=sent", "--times=1", jvm.pid()).get(2));
        } while (first.get(3).equals("0"));
        assertTrue(Long.parseLong(first.get(3)) > Long.parseLong(first.get(4)), first::toString);
      } finally {
        talking.interrupt();
        talk.get(); // and fails with it: where nothing is said any more, no rate is seen
      }
    }
  }

  @Test
  void whatCannotBeAskedIsAnError() throws Exception {
    Exit exit = command("top", "--times=1", "1");
    assertEquals(1, exit.code());
    exit.assertSaid(1);
    for (String wrong : new String[] {"--sort=age", "--every=0", "--times=x", "x"}) {
      assertEquals(2, command("top", wrong).code(), wrong);
    }
    assertEquals(2, command("top").code());
  }

  /** It ends with the JVM, rather than show the last figures for ever. */
  @Test
  void endsWithTheJvm() throws Exception {
    try (RunningJvm jvm = start()) {
      tell(jvm, "loop 1");
      awaitEndpoint(jvm);
      String[] digits = {"-Duser.language=ar", "-Duser.country=EG"}; // not these, for people alone
      ChildJvm command = ChildJvm.ofTool("java", "-jar", Agent.jar().toString(), "top", jvm.pid());
      try (RunningJvm top = command.with(meeting.flag()).with(digits).start()) {
        String first = top.readLine();
        assertTrue(first.matches("JVM [0-9]+: 2 .* [0-9]+ sent, [0-9]+ received"), first);
        jvm.kill();
        String said = top.waitForExit().assertOk().assertQuiet().out();
        assertTrue(said.endsWith("JVM " + jvm.pid() + " has ended\n"), said);
      }
      Exit exit = command("top", jvm.pid());
      assertEquals(1, exit.code());
      exit.assertSaid(1);
    }
  }

  private List<String> top(String... arguments) throws Exception {
    return command("top", arguments).assertOk().assertQuiet().out().lines().toList();
  }

  private static List<String> cells(String line) {
    return Arrays.asList(line.split(" +", -1));
  }
}
