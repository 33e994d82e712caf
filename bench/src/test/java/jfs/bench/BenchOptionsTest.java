package jfs.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jfs.core.config.Version;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BenchOptionsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pingpong --agent /nowhere/a.jar | no readable file /nowhere/a.jar",
        "pingpong --agent none --variants jdk,ibis | no variant 'ibis'; known: jdk, jfs,",
        "rmi --agent none --variants jdk,jfs,jfs | variant 'jfs' twice",
        "rmi --agent none --variants jfs | 'jdk' must be one of the variants",
        "connect --agent none --rounds 0 | --rounds must be at least 1, not 0",
        "connect --agent none --rounds many | 'many'",
        "pingpong --agent none --sizes 1,2Q | '2Q' is not a size",
        "rmi --agent none --variants jdk,netty-nio | 'netty-nio': for echoes and streams between two only",
        "pingpong --agent none --perturbation -1 | --perturbation must be at least 0, not -1",
        "rmi --agent none --place moon | 'moon'",
        "rmi --agent none --java-home /nowhere | /nowhere has no bin/java",
        "connect --agent none --variants jdk,c-ring | 'c-ring': for pingpong and many only",
        "many --agent none --variants jdk,c-tcp --baseline /nowhere/c | no program /nowhere/c",
        "pingpong --agent none --variants jdk,rsockets | 'rsockets': needs the --address of a device",
        "pingpong --agent none --address 192.0.2.1 | --address 192.0.2.1: not an address of this host",
        "busy --agent none --quota 0 | --quota must be 0.05 to 1000",
        "apps --agent none --programs sor,chess | --programs: there is no chess",
        "rmi --frequency 3 | --frequency",
        "marathon | marathon",
      })
  void badOptionsGiveOneClearLineAndStatus2(String arguments, String reason) {
    BenchRun run = BenchRun.of(arguments.split(" "));
    assertEquals(2, run.status(), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(run.err().contains(reason), run.err());
    assertEquals("", run.out());
  }

  @Test
  void theVersionIsJfss() {
    assertEquals(Version.string(), BenchRun.of("--version").out().strip());
    assertEquals(Version.string(), BenchRun.of("rmi", "--version").out().strip());
  }

  @Test
  void aSuiteMustBeNamed() {
    BenchRun run = BenchRun.of();
    assertEquals(2, run.status());
    assertEquals(1, run.err().lines().count(), run.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"pingpong", "rmi", "connect"})
  void helpDescribesEveryOption(String suite) {
    BenchRun run = BenchRun.of(suite, "--help");
    assertEquals(0, run.status());
    for (String option :
        new String[] {
          "--agent",
          "--baseline",
          "--variants",
          "c-ring-futex",
          "--rounds",
          "--forks",
          "--quick",
          "--place",
          "--json"
        }) {
      assertTrue(run.out().contains(option), option + " in " + run.out());
    }
  }
}
