package jfs.bench.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jfs.apps.Member;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(360)
class AppMemberTest {

  private static final int PROCESSES = 2;

  private final List<Process> processes = new ArrayList<>();
  private final List<BufferedReader> answers = new ArrayList<>();

  @BeforeEach
  void startAndMeet() throws Exception {
    StringBuilder peers = new StringBuilder("peers");
    for (int rank = 0; rank < PROCESSES; rank++) {
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  classes(ProgramMain.class) + File.pathSeparator + classes(Member.class),
                  ProgramMain.class.getName(),
                  "member",
                  String.valueOf(rank),
                  String.valueOf(PROCESSES))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      processes.add(process);
      answers.add(process.inputReader(StandardCharsets.UTF_8));
    }
    for (BufferedReader reader : answers) {
      String greeting = reader.readLine();
      Matcher words = Pattern.compile("ready=1 port=(\\d+) cpu-step=\\d+").matcher(greeting);
      assertTrue(words.matches(), greeting);
      peers.append(' ').append(words.group(1));
    }
    for (int rank = 0; rank < PROCESSES; rank++) {
      tell(rank, peers.toString());
      assertEquals("met=1", answers.get(rank).readLine());
    }
  }

  @AfterEach
  void kill() throws InterruptedException {
    for (Process process : processes) {
      process.destroyForcibly().waitFor();
    }
  }

  /** The programs need nothing but these. */
  private static Path classes(Class<?> any) throws URISyntaxException {
    return Path.of(any.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private void tell(int rank, String command) throws IOException {
    processes.get(rank).getOutputStream().write((command + "\n").getBytes(StandardCharsets.UTF_8));
    processes.get(rank).getOutputStream().flush();
  }

  private String check(int rank) throws IOException {
    String answer = answers.get(rank).readLine();
    Matcher words =
        Pattern.compile("elapsed=\\d+ cpu=\\d+ check=(\\d+) messages=\\d+ bytes=\\d+")
            .matcher(answer);
    assertTrue(words.matches(), answer);
    return words.group(1);
  }

  @Test
  void runTogetherAndAlone() throws IOException {
    tell(0, "sequential asp 40 1");
    String sequential = check(0);
    tell(0, "run asp 40 1");
    tell(1, "run asp 40 1");
    assertEquals(sequential, check(0));
    assertEquals(sequential, check(1));
    tell(0, "comms1 10 3");
    assertTrue(answers.get(0).readLine().startsWith("count=3 elapsed="));
    tell(1, "cpu");
    assertTrue(answers.get(1).readLine().startsWith("cpu="));
  }

  @Test
  void endWhenStandardInputDoes() throws Exception {
    for (Process process : processes) {
      process.getOutputStream().close();
      assertEquals(0, process.waitFor());
    }
  }

  @Test
  void endBadlyWhenAPeerIsGone() throws Exception {
    processes.get(0).destroyForcibly().waitFor();
    tell(1, "run asp 40 1");
    assertNull(answers.get(1).readLine());
    assertEquals(1, processes.get(1).waitFor());
  }
}
