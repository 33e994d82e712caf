package jfs.shm.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.StringReader;
import org.junit.jupiter.api.Test;

class MountsTest {

  @Test
  void fileSystemsAreKnownByTheirDevice() throws Exception {
    String table =
        """
        22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
        25 22 0:23 / /dev/shm rw,nosuid shared:4 master:2 - tmpfs tmpfs rw
        26 22 0:24 / /mnt/a b rw - fuse.x x rw
        """;
    assertEquals("ext4", Mounts.type(new BufferedReader(new StringReader(table)), 0x801));
    assertEquals("tmpfs", Mounts.type(new BufferedReader(new StringReader(table)), 23));
    assertEquals("fuse.x", Mounts.type(new BufferedReader(new StringReader(table)), 24));
    assertEquals("unknown", Mounts.type(new BufferedReader(new StringReader(table)), 25));
  }
}
