package jfs.shm.control;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PresenceTest {

  private Path parent;

  @BeforeEach
  void make() throws Exception {
    parent = Files.createTempDirectory(Path.of("/dev/shm"), "jfs-presence");
  }

  @AfterEach
  void removeAll() throws Exception {
    try (Stream<Path> all = Files.walk(parent)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  @Test
  void isPublishedThoughAnAttemptFailedBeforeItsSocketGotItsName() throws Exception {
    Presence presence = new Presence(parent.toString(), new LinkSelector(List.of()));
    Path fresh = presence.place().file(presence.name() + RendezvousName.FRESH);
    try (ServerSocketChannel left = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      left.bind(UnixDomainSocketAddress.of(fresh));
    }
    ServerSocketChannel listener = presence.publish();
    try {
      assertTrue(presence.isPublished());
    } finally {
      listener.close();
    }
  }
}
