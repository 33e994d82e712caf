package jfs.shm.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Without the native library. */
class MappingTest {

  private static final int SIZE = 1 << 16;

  @TempDir Path folder;

  private Path path;

  @BeforeEach
  void makeFile() throws IOException {
    path = Files.write(folder.resolve("1-a.arena"), new byte[SIZE]);
  }

  private Mapping map() throws IOException {
    try (FileChannel file =
        FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return Mapping.of(file, SIZE);
    }
  }

  private boolean isMapped() {
    try (var lines = Files.lines(Path.of("/proc/self/maps"))) {
      return lines.anyMatch(line -> line.endsWith(path.toString()));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void isOfTheMachinesOwnOrderAndShared() throws IOException {
    ByteBuffer one = map().memory();
    ByteBuffer other = map().memory();
    one.putLong(8, 4711);
    assertEquals(4711, other.getLong(8));
    assertEquals(SIZE, one.capacity());
  }

  @Test
  @EnabledForJreRange(minVersion = 22)
  void isUnmappedWhenLetGoOfAndLateThreadsGetAnException() throws IOException {
    Mapping mapping = map();
    mapping.memory().put(0, (byte) 7);
    assertTrue(isMapped());
    assertTrue(mapping.letGo());
    assertFalse(isMapped());
    assertThrows(IllegalStateException.class, () -> mapping.memory().get(0));
    assertTrue(mapping.letGo());
  }

  @Test
  @EnabledForJreRange(max = JRE.JAVA_21)
  void staysWhereJavaCannotUnmapIt() throws IOException {
    Mapping mapping = map();
    mapping.memory().put(0, (byte) 7);
    assertFalse(mapping.letGo());
    assertEquals(7, mapping.memory().get(0));
  }

  @Test
  void isUnmappedWhenForgotten() throws IOException {
    map().memory().put(0, (byte) 7);
    Collected.await(() -> !isMapped());
  }
}
