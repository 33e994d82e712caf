package jfs.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import jfs.testing.Needed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnixSocketsTest {

  private static final int SIZE = 8192;

  @TempDir private Path folder;

  private ServerSocketChannel listener;
  private SocketChannel here;
  private SocketChannel there;

  @BeforeAll
  static void load() {
    Needed.require(NativeLibrary.isLoaded(), NativeLibrary.status().toString());
  }

  @BeforeEach
  void connect() throws Exception {
    UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve("s"));
    listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(address);
    here = SocketChannel.open(address);
    there = listener.accept();
    here.configureBlocking(false);
    there.configureBlocking(false);
  }

  @AfterEach
  void close() throws Exception {
    here.close();
    there.close();
    listener.close();
  }

  @Test
  void passesADescriptorWithBytes() throws Exception {
    int sent = MemoryFile.createSealed(SIZE);
    ByteBuffer out = direct("..hello..").position(2).limit(7);
    assertEquals(5, UnixSockets.sendWithDescriptor(Fds.of(here), out, sent));
    assertEquals(7, out.position());
    ByteBuffer in = ByteBuffer.allocateDirect(16).position(3);
    int[] fd = {4711};
    assertEquals(5, UnixSockets.receiveWithDescriptor(Fds.of(there), in, fd));
    assertEquals(8, in.position());
    assertEquals("hello", text(in.flip().position(3)));
    assertEquals(0, MemoryFile.checkSealed(fd[0], SIZE));
    assertEquals(0, MemoryFile.closeFd(sent));
    assertEquals(0, MemoryFile.checkSealed(fd[0], SIZE), "a descriptor of its own");
    assertEquals(0, MemoryFile.closeFd(fd[0]));
  }

  @Test
  void mixesWithTheChannelsOwnReadsAndWrites() throws Exception {
    assertEquals(4, here.write(direct("from")));
    ByteBuffer in = ByteBuffer.allocateDirect(16);
    int[] fd = {4711};
    assertEquals(4, UnixSockets.receiveWithDescriptor(Fds.of(there), in, fd));
    assertEquals(-1, fd[0]);
    assertEquals("from", text(in.flip()));
    assertEquals(2, UnixSockets.sendWithDescriptor(Fds.of(there), direct("to"), Fds.of(there)));
    assertEquals(2, here.read(in.clear()));
    assertEquals("to", text(in.flip()));
  }

  @Test
  void neverWaits() throws Exception {
    here.configureBlocking(true);
    there.configureBlocking(true);
    int[] fd = {4711};
    ByteBuffer in = ByteBuffer.allocateDirect(16);
    assertEquals(-Errno.EAGAIN, UnixSockets.receiveWithDescriptor(Fds.of(there), in, fd));
    assertEquals(-1, fd[0]);
    assertEquals(0, in.position());
    ByteBuffer out = ByteBuffer.allocateDirect(1 << 16);
    int sent;
    do {
      out.clear();
      sent = UnixSockets.sendWithDescriptor(Fds.of(here), out, Fds.of(here));
    } while (sent > 0);
    assertEquals(-Errno.EAGAIN, sent);
    assertEquals(0, out.position());
  }

  @Test
  void seesTheEndOfTheStream() throws Exception {
    here.close();
    int[] fd = {4711};
    ByteBuffer buffer = ByteBuffer.allocateDirect(16);
    assertEquals(0, UnixSockets.receiveWithDescriptor(Fds.of(there), buffer, fd));
    assertEquals(-1, fd[0]);
    assertEquals(-Errno.EPIPE, UnixSockets.sendWithDescriptor(Fds.of(there), buffer, 0));
  }

  @Test
  void refusesBuffersThatWillNotDo() throws Exception {
    int socket = Fds.of(here);
    ByteBuffer heap = ByteBuffer.allocate(8);
    ByteBuffer direct = ByteBuffer.allocateDirect(8);
    assertThrows(
        IllegalArgumentException.class, () -> UnixSockets.sendWithDescriptor(socket, heap, 0));
    assertThrows(
        IllegalArgumentException.class,
        () -> UnixSockets.receiveWithDescriptor(socket, heap, new int[1]));
    assertThrows(
        IllegalArgumentException.class,
        () -> UnixSockets.receiveWithDescriptor(socket, direct, new int[0]));
    assertThrows(
        IllegalArgumentException.class,
        () -> UnixSockets.receiveWithDescriptor(socket, direct.asReadOnlyBuffer(), new int[1]));
    direct.position(8);
    assertEquals(-Errno.EINVAL, UnixSockets.sendWithDescriptor(socket, direct, 0));
    assertEquals(-Errno.EINVAL, UnixSockets.receiveWithDescriptor(socket, direct, new int[1]));
  }

  @Test
  void survivesWhatIsNoUnixSocket() throws Exception {
    ByteBuffer buffer = ByteBuffer.allocateDirect(8);
    int[] fd = new int[1];
    assertEquals(-Errno.EBADF, UnixSockets.sendWithDescriptor(-1, buffer, 0));
    assertEquals(-Errno.EBADF, UnixSockets.sendWithDescriptor(Fds.of(here), buffer, -1));
    assertEquals(-Errno.EBADF, UnixSockets.receiveWithDescriptor(-1, buffer, fd));
    assertEquals(Optional.empty(), UnixSockets.peer(-1));
    try (SocketChannel internet = SocketChannel.open()) {
      int socket = Fds.of(internet);
      assertEquals(-Errno.EPROTOTYPE, UnixSockets.sendWithDescriptor(socket, buffer, 0));
      assertEquals(-Errno.EPROTOTYPE, UnixSockets.receiveWithDescriptor(socket, buffer, fd));
      assertEquals(Optional.empty(), UnixSockets.peer(socket));
    }
  }

  @Test
  void knowsThePeer() throws Exception {
    PeerCredentials peer = UnixSockets.peer(Fds.of(there)).orElseThrow();
    assertEquals(ProcessHandle.current().pid(), peer.pid());
    assertEquals(
        ((Number) Files.getAttribute(Path.of("/proc/self"), "unix:uid")).longValue(), peer.uid());
    assertTrue(UnixSockets.peer(Fds.of(listener)).isEmpty());
  }

  private static ByteBuffer direct(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
  }

  private static String text(ByteBuffer buffer) {
    return StandardCharsets.US_ASCII.decode(buffer).toString();
  }
}
