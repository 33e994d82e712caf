package jfs.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PlatformTest {

  @Test
  void callsArchitecturesByTheirCompilersNames() {
    assertEquals("linux-x86_64", Platform.of("Linux", "amd64").toString());
    assertEquals("linux-x86_64", Platform.of("Linux", "x86_64").toString());
    assertEquals("linux-aarch64", Platform.of("Linux", "aarch64").toString());
    assertEquals("linux-aarch64", Platform.of("Linux", "arm64").toString());
    assertEquals("linux-riscv64", Platform.of("Linux", "riscv64").toString());
  }

  @Test
  void makesAHarmlessResourceName() {
    assertEquals(
        "/jfs/natives/macosx-etcx/libjfs.so", Platform.of("Mac OS X", "../../etc/x").resource());
  }
}
