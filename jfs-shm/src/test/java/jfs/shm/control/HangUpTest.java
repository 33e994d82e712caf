package jfs.shm.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A JVM that is there, and lacks memory for a link at the moment. */
@Timeout(120)
class HangUpTest {

  private static final String NAME = "1-dddddddddddddddd";

  private final ShmConnectionManager manager = ProcessManager.get();

  /** Two JVMs that end their links at once, for whatever reason, must not keep each other busy. */
  @Test
  void isNotVisitedAgainAtOnce() throws Exception {
    ProcessManager.register(new FakeEnd(11, 12)); // makes it begin
    ManagerTasks.run(manager, () -> {});
    Path socket = manager.jvm().presence().place().socket(NAME);
    try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      listener.bind(UnixDomainSocketAddress.of(socket));
      listener.configureBlocking(false);
      long begin = System.nanoTime();
      try (RawPeer peer = new RawPeer(manager, NAME)) {
        peer.send(Frame.of(FrameType.STATUS).u16(1));
        peer.await(FrameType.REPORT);
      }
      ManagerTasks.await(manager, () -> !manager.links().serving().containsKey(NAME));
      try (SocketChannel visit = listener.accept()) {
        assertTrue(visit == null || System.nanoTime() - begin > Revisits.FIRST_PAUSE_NANOS);
      }
    } finally {
      Files.deleteIfExists(socket);
    }
  }

  @Test
  void isVisitedAgain() throws Exception {
    ProcessManager.register(new FakeEnd(9, 10)); // makes it begin
    ManagerTasks.run(manager, () -> {});
    Path socket = manager.jvm().presence().place().socket(NAME);
    try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      listener.bind(UnixDomainSocketAddress.of(socket));
      try (RawPeer peer = new RawPeer(manager, NAME)) {
        peer.send(Frame.of(FrameType.STATUS).u16(1));
        peer.await(FrameType.REPORT);
      } // a peer that has gone is visited a moment later: it may still be there
      for (int i = 0; i < 2; i++) {
        listener.accept().close();
      }
      try (SocketChannel met = listener.accept()) {
        ByteBuffer header = ByteBuffer.allocate(Frame.HEADER);
        while (header.hasRemaining() && met.read(header) >= 0) {
          // Most likely it comes in one piece.
        }
        assertEquals(FrameType.HELLO, FrameType.of(header.get(Integer.BYTES)));
      }
    } finally {
      Files.deleteIfExists(socket);
    }
  }
}
