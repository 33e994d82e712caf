package jfs.shm.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RendezvousNameTest {

  private static final String JVM = "4711-0123456789abcdef";

  @Test
  void whatIsMadeIsRecognized() {
    for (long random : new long[] {0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE}) {
      String name = RendezvousName.of("4711", random);
      assertTrue(RendezvousName.isJvm(name), name);
      assertEquals(name, RendezvousName.jvmOf(name + RendezvousName.SOCKET));
      assertEquals(name, RendezvousName.jvmOf(name + RendezvousName.FRESH));
      assertEquals(name, RendezvousName.jvmOf(name + ".0" + RendezvousName.ARENA));
      assertEquals(name, RendezvousName.jvmOf(name + ".ffffffff" + RendezvousName.ARENA));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "notes.txt",
        "docker.pid",
        "wayland-0.lock",
        "a.sock",
        "4711.sock",
        "4711-.sock",
        "-0123456789abcdef.sock",
        "04711-0123456789abcdef.sock",
        "4711-0123456789abcde.sock",
        "4711-0123456789abcdef0.sock",
        "4711-0123456789ABCDEF.sock",
        "4711-0123456789abcdeg.sock",
        JVM,
        JVM + ".",
        JVM + ".sock2",
        JVM + ".x.sock",
        JVM + ".arena",
        JVM + ".123456789.arena",
        JVM + ".g.arena",
        JVM + ".1.arena.txt",
        " " + JVM + ".sock",
        JVM + ".sock/..",
        ""
      })
  void allElseIsSomebodyElses(String file) {
    assertNull(RendezvousName.jvmOf(file));
  }

  @Test
  void anArenaIsItsOwners() {
    assertTrue(RendezvousName.isArena(JVM + ".1a.arena", JVM));
    assertFalse(RendezvousName.isArena("4712-0123456789abcdef.1a.arena", JVM));
    assertFalse(RendezvousName.isArena(JVM + "../x.arena", JVM));
  }
}
