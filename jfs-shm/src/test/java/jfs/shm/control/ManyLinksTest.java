package jfs.shm.control;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jfs.contract.Descriptors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process that makes links to this JVM and never stops. */
@Timeout(120)
class ManyLinksTest {

  private static final String LATE = "1-bbbbbbbbbbbbbbbb";

  private static final String TURNED_AWAY = "1-cccccccccccccccc";

  private final ShmConnectionManager manager = ProcessManager.get();

  /** Both ends of each are in this JVM. */
  @BeforeEach
  void needDescriptors() throws IOException {
    Assumptions.assumeTrue(
        Descriptors.free() > 2 * PeerLinks.MOST + 100, "too few descriptors may be open");
  }

  @Test
  void theirNumberIsBounded() throws Exception {
    ProcessManager.register(new FakeEnd(13, 14)); // makes the manager begin
    List<SocketChannel> hostile = new ArrayList<>();
    try (RawPeer honest = new RawPeer(manager)) {
      try {
        fill(hostile);
        // The manager has others as well: to the honest peer, and to itself.
        assertTrue(hasEnded(hostile.get(PeerLinks.MOST - 1)), "the last one has a link");
        ManagerTasks.await(manager, () -> manager.links().open().size() <= PeerLinks.MOST);
        honest.send(Frame.of(FrameType.STATUS).u16(1));
        honest.await(FrameType.REPORT);
      } finally {
        for (SocketChannel each : hostile) {
          each.close();
        }
      }
    }
    ManagerTasks.await(manager, () -> manager.links().open().size() < PeerLinks.MOST / 2);
    try (RawPeer late = new RawPeer(manager, LATE)) {
      late.await(FrameType.HELLO);
    }
  }

  /** It may have given up by then, since it cannot know how long that takes. */
  @Test
  void jvmThatWasTurnedAwayIsVisitedOnceThereIsRoom() throws Exception {
    ProcessManager.register(new FakeEnd(15, 16));
    ManagerTasks.run(manager, () -> {});
    Path socket = manager.jvm().presence().place().socket(TURNED_AWAY);
    List<SocketChannel> hostile = new ArrayList<>();
    try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      listener.bind(UnixDomainSocketAddress.of(socket));
      fill(hostile);
      try (SocketChannel turnedAway = connect()) {
        assertTrue(hasEnded(turnedAway), "it has a link");
      }
      ManagerTasks.run(manager, () -> assertFalse(hasVisited()));
      for (SocketChannel each : hostile) {
        each.close();
      }
      ManagerTasks.await(manager, this::hasVisited);
    } finally {
      for (SocketChannel each : hostile) {
        each.close();
      }
      Files.deleteIfExists(socket);
    }
  }

  private boolean hasVisited() {
    for (PeerLink link : manager.links().open()) {
      if (TURNED_AWAY.equals(link.visited())) {
        return true;
      }
    }
    return false;
  }

  private void fill(List<SocketChannel> links) throws IOException {
    for (int i = 0; i < PeerLinks.MOST; i++) {
      links.add(connect());
    }
  }

  private SocketChannel connect() throws IOException {
    Presence presence = manager.jvm().presence();
    return SocketChannel.open(UnixDomainSocketAddress.of(presence.place().socket(presence.name())));
  }

  /** Whether it ends, with a HELLO before that or without. */
  private static boolean hasEnded(SocketChannel channel) {
    ByteBuffer bytes = ByteBuffer.allocate(1 << 12);
    try {
      int n = channel.read(bytes);
      return n < 0;
    } catch (IOException e) {
      return true;
    }
  }
}
