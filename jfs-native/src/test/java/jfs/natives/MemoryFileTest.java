package jfs.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import jfs.testing.Needed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MemoryFileTest {

  private static final int SIZE = 1 << 20;

  private int fd;

  @BeforeAll
  static void load() {
    Needed.require(NativeLibrary.isLoaded(), NativeLibrary.status().toString());
  }

  @BeforeEach
  void create() {
    fd = MemoryFile.createSealed(SIZE);
    assertTrue(fd >= 0, () -> Errno.name(fd));
  }

  @AfterEach
  void close() {
    if (fd >= 0) {
      assertEquals(0, MemoryFile.closeFd(fd));
    }
  }

  @Test
  void canBeMappedAndOutlivesItsDescriptor() throws IOException {
    assertEquals(0, MemoryFile.allocate(fd, 0, SIZE));
    MappedByteBuffer one = map();
    MappedByteBuffer other = map();
    closeNow();
    one.putLong(SIZE - 8, 4711);
    assertEquals(4711, other.getLong(SIZE - 8));
  }

  @Test
  void keepsItsSize() throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(path().toFile(), "rw")) {
      assertThrows(IOException.class, () -> file.setLength(0));
      assertThrows(IOException.class, () -> file.setLength(SIZE + 1));
      assertEquals(SIZE, file.length());
    }
  }

  @Test
  void losesWhatItGivesBack() throws IOException {
    MappedByteBuffer memory = map();
    assertEquals(0, MemoryFile.allocate(fd, 0, SIZE));
    memory.put(0, (byte) 1).put(8192, (byte) 2);
    assertEquals(0, MemoryFile.punch(fd, 8192, 4096));
    assertEquals(1, memory.get(0));
    assertEquals(0, memory.get(8192));
  }

  @Test
  void canBeLetGoOf() throws IOException {
    assertEquals(0, MemoryFile.allocate(fd, 0, SIZE));
    MappedByteBuffer one = map();
    MappedByteBuffer other = map();
    one.put(0, (byte) 1);
    assertEquals(0, MemoryFile.letGo(one));
    assertEquals(0, one.get(0));
    one.put(SIZE - 1, (byte) 2);
    assertEquals(1, other.get(0));
    assertEquals(0, other.get(SIZE - 1));
  }

  @Test
  void refusesRangesThatAreNone() {
    assertEquals(-Errno.EINVAL, MemoryFile.createSealed(0));
    assertEquals(-Errno.EINVAL, MemoryFile.allocate(fd, 0, 0));
    assertEquals(-Errno.EPERM, MemoryFile.allocate(fd, SIZE, 1));
    assertEquals(-Errno.EINVAL, MemoryFile.punch(fd, -1, 1));
  }

  @Test
  void knowsItsOwn() {
    assertEquals(0, MemoryFile.checkSealed(fd, SIZE));
    assertEquals(-Errno.ERANGE, MemoryFile.checkSealed(fd, SIZE + 1));
    assertEquals(-Errno.EBADF, MemoryFile.checkSealed(-1, SIZE));
    assertEquals(-Errno.EINVAL, MemoryFile.checkSealed(0, SIZE), "standard input");
  }

  @Test
  void survivesWhatIsNoDescriptor() {
    assertEquals(-Errno.EBADF, MemoryFile.closeFd(-1));
    assertEquals(-Errno.EBADF, MemoryFile.allocate(-1, 0, 1));
    assertEquals(-Errno.EBADF, MemoryFile.punch(-1, 0, 1));
  }

  /** Another descriptor may get its number from now on. */
  private void closeNow() {
    assertEquals(0, MemoryFile.closeFd(fd));
    fd = -1;
  }

  private Path path() {
    return Path.of("/proc/self/fd/" + fd);
  }

  private MappedByteBuffer map() throws IOException {
    try (FileChannel file =
        FileChannel.open(path(), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return file.map(FileChannel.MapMode.READ_WRITE, 0, SIZE);
    }
  }
}
