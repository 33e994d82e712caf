package jfs.shm.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TmpfsFileTest {

  private static final int SIZE = 8192;

  @TempDir Path folder;

  @Test
  void hasNoNameAnyMoreWhenItsPeerNeverCame() throws Exception {
    Path path = folder.resolve("1-a.arena");
    TmpfsFile.create(path, SIZE).close();
    assertFalse(Files.exists(path));
  }

  /** No descriptor may be left for it, say; the next try takes the same name. */
  @Test
  void leavesNoNameIfItCannotBeMade() {
    Path path = folder.resolve("1-a.arena");
    assertThrows(IOException.class, () -> TmpfsFile.create(path, Long.MAX_VALUE));
    assertFalse(Files.exists(path));
  }

  @Test
  void isClosedAlsoIfThePeerHasRemovedTheName() throws Exception {
    Path path = folder.resolve("1-a.arena");
    TmpfsFile file = TmpfsFile.create(path, SIZE);
    ByteBuffer memory = file.map(SIZE).memory().put(0, (byte) 7);
    PeerArena peer = PeerArena.open(path, SIZE);
    file.close();
    assertThrows(IOException.class, () -> file.fill(0, SIZE));
    assertEquals(7, peer.memory().get(0));
    assertEquals(SIZE, memory.capacity());
  }
}
