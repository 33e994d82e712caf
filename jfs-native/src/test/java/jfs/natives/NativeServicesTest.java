package jfs.natives;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import jfs.core.host.HostServices;
import jfs.testing.Needed;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeServicesTest {

  private final HostServices services = new NativeServices();

  @TempDir private Path folder;

  @BeforeAll
  static void load() {
    Needed.require(NativeLibrary.isLoaded(), NativeLibrary.status().toString());
  }

  @Test
  void anEventFdThatWasSentIsTheSame() throws Exception {
    UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve("s"));
    int own = services.createEventFd();
    int[] came = {4711};
    try (ServerSocketChannel listener =
            ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(address);
        SocketChannel here = SocketChannel.open(address);
        SocketChannel there = listener.accept()) {
      assertTrue(services.send(Fds.of(here), ByteBuffer.allocateDirect(1), own));
      assertEquals(1, services.receive(Fds.of(there), ByteBuffer.allocateDirect(8), came));
    }
    services.checkEventFd(came[0]);
    services.signal(came[0]);
    assertEquals(1, EventFdTest.count(own));
    services.close(came[0]);
    services.close(own);
  }

  @Test
  void saysWhyADescriptorIsNoEventFd() throws IOException {
    int memory = services.createMemory(4096);
    IOException refused = assertThrows(IOException.class, () -> services.checkEventFd(memory));
    services.close(memory);
    assertEquals("eventfd of a peer: EINVAL", refused.getMessage());
    refused = assertThrows(IOException.class, () -> services.checkEventFd(-1));
    assertEquals("eventfd of a peer: EBADF", refused.getMessage());
  }

  /** A program needs its descriptors more than JFS needs to be fast. */
  @Test
  void keepsNoEventFdWhereFewDescriptorsAreLeft() throws Exception {
    int own = services.createEventFd();
    long hard = ResourceLimits.of(ResourceLimits.Resource.OPEN_FILES).orElseThrow().hard();
    long soft = ResourceLimits.of(ResourceLimits.Resource.OPEN_FILES).orElseThrow().soft();
    limit(2 * own - 2, hard);
    try {
      assertThrows(IOException.class, () -> services.checkEventFd(own));
      assertThrows(IOException.class, services::createEventFd);
    } finally {
      limit(soft, hard);
    }
    services.checkEventFd(own);
    services.close(own);
  }

  private static void limit(long soft, long hard) throws Exception {
    String files = "--nofile=" + text(soft) + ":" + text(hard);
    String pid = Long.toString(ProcessHandle.current().pid());
    Process prlimit = new ProcessBuilder("prlimit", "--pid", pid, files).inheritIO().start();
    assertEquals(0, prlimit.waitFor());
  }

  private static String text(long limit) {
    return limit == ResourceLimit.UNLIMITED ? "unlimited" : Long.toString(limit);
  }

  @Test
  void reportsNoSignalThatFails() {
    assertDoesNotThrow(() -> services.signal(-1));
  }
}
