package jfs.shm.control;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import jdk.net.ExtendedSocketOptions;
import jfs.testing.ForkedMain;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JVM without the native library, and a peer of the user that runs the test. */
class JdkPeerUserTest {

  private static final int OTHER = 12_345;

  @TempDir Path folder;

  /** Does something with the accepted end of a connection. */
  interface Use {
    void use(SocketChannel accepted) throws IOException;
  }

  private static void withPeer(Path folder, Use use) throws IOException {
    UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve("socket"));
    try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      listener.bind(address);
      try (SocketChannel peer = SocketChannel.open(address);
          SocketChannel accepted = listener.accept()) {
        assertEquals(address, peer.getRemoteAddress());
        use.use(accepted);
      }
    } finally {
      Files.deleteIfExists(address.getPath());
    }
  }

  private RendezvousDirectory ownedBy(int user) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    Files.setAttribute(folder, "unix:uid", user);
    return RendezvousDirectory.at(folder, user);
  }

  @Test
  void ownUserIsNoObstacle() throws Exception {
    RendezvousDirectory place = ownedBy(RendezvousDirectory.processUser());
    withPeer(
        folder, accepted -> assertDoesNotThrow(() -> new LinkSocket(accepted).requireUser(place)));
  }

  @Test
  void anotherUserIsRefused() throws Exception {
    Assumptions.assumeTrue(RendezvousDirectory.processUser() == 0, "not root");
    refuses(ownedBy(OTHER));
  }

  /** Another user has exchanged the folder, and is the peer: here, both are the test's. */
  @Test
  void ownerOfAnotherFolderIsRefused() throws Exception {
    Assumptions.assumeTrue(RendezvousDirectory.processUser() == 0, "not root");
    RendezvousDirectory place = ownedBy(OTHER);
    ownedBy(0);
    refuses(place);
    ownedBy(OTHER);
    assertEquals("" + OTHER, place.requireOwner().getName());
    ownedBy(0);
    refuses(place);
  }

  private void refuses(RendezvousDirectory place) throws IOException {
    withPeer(
        folder,
        accepted ->
            assertThrows(IOException.class, () -> new LinkSocket(accepted).requireUser(place)));
  }

  /** As for this socket, which has no peer. */
  @Test
  void aKernelThatDoesNotTellIsNoObstacle() throws Exception {
    RendezvousDirectory place = ownedBy(RendezvousDirectory.processUser());
    try (SocketChannel alone = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      assertThrows(SocketException.class, () -> alone.getOption(ExtendedSocketOptions.SO_PEERCRED));
      assertDoesNotThrow(() -> JdkPeerUser.require(alone, place));
    }
  }

  /** Each time the JDK makes another one, and looks up its name. */
  @Test
  void nameOfTheOwnUserIsLookedUpOnce() throws Exception {
    RendezvousDirectory place = ownedBy(RendezvousDirectory.processUser());
    assertSame(place.requireOwner(), place.requireOwner());
  }

  @Test
  void aJvmWithoutTheModuleDoesNotKnow() throws Exception {
    List<String> without = List.of("--limit-modules", "java.base,java.logging");
    ownedBy(RendezvousDirectory.processUser());
    assertEquals("ok", ForkedMain.run(JdkPeerUserTest.class, without, folder.toString()));
  }

  /** What a JVM without the module does. */
  public static void main(String[] arguments) throws IOException {
    boolean[] absent = new boolean[1];
    try {
      Class.forName("jdk.net.ExtendedSocketOptions");
    } catch (ClassNotFoundException e) {
      absent[0] = true;
    }
    Path folder = Path.of(arguments[0]);
    withPeer(
        folder,
        accepted -> {
          JdkPeerUser.require(accepted, RendezvousDirectory.at(folder));
          System.out.println(absent[0] ? "ok" : "the module is there");
        });
  }
}
