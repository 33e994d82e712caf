package jfs.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import jfs.testing.Needed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EventFdTest {

  private static final String COUNT = "eventfd-count:";

  private int fd;

  @BeforeAll
  static void load() {
    Needed.require(NativeLibrary.isLoaded(), NativeLibrary.status().toString());
  }

  @BeforeEach
  void create() {
    fd = EventFd.create();
    assertTrue(fd >= 0, () -> Errno.name(fd));
  }

  @AfterEach
  void close() {
    assertEquals(0, MemoryFile.closeFd(fd));
  }

  @Test
  void countsSignals() throws IOException {
    assertEquals(0, count(fd));
    assertEquals(0, Natives.eventfdSignal(fd));
    assertEquals(0, Natives.eventfdSignal(fd));
    assertEquals(2, count(fd));
  }

  @Test
  void knowsItsOwn() throws Exception {
    assertEquals(0, EventFd.check(fd));
    int memory = MemoryFile.createSealed(4096);
    assertEquals(-Errno.EINVAL, EventFd.check(memory));
    assertEquals(0, MemoryFile.closeFd(memory));
    try (SocketChannel socket = SocketChannel.open()) {
      socket.configureBlocking(false);
      assertEquals(-Errno.EINVAL, EventFd.check(Fds.of(socket)));
    }
  }

  @Test
  void survivesWhatIsNoDescriptor() {
    assertEquals(-Errno.EBADF, EventFd.check(-1));
    assertEquals(-Errno.EBADF, Natives.eventfdSignal(-1));
  }

  /** As the kernel tells it; reading the eventfd itself would set it to 0. */
  static long count(int eventFd) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/fdinfo/" + eventFd))) {
      if (line.startsWith(COUNT)) {
        return Long.parseUnsignedLong(line.substring(COUNT.length()).trim(), 16);
      }
    }
    throw new IOException("not an eventfd: " + eventFd);
  }
}
