package jfs.rdma.cm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import jfs.core.transport.FourTuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ClusterKeyTest {

  private static final String ASKS = "asks";

  @TempDir Path folder;

  private final FourTuple ends =
      new FourTuple(InetAddress.getLoopbackAddress(), 1, InetAddress.getLoopbackAddress(), 50_000);
  private final byte[] nonce = new byte[RdmaGreeting.NONCE];

  private ClusterKey key(String text) throws IOException {
    return ClusterKey.of(Files.writeString(folder.resolve("key"), text));
  }

  @Test
  void holdersOfOneKeyBelieveEachOther() throws Exception {
    byte[] proof = key("0123456789abcdef").proof(ASKS, ends, nonce);
    assertEquals(ClusterKey.PROOF, proof.length);
    assertTrue(key("0123456789abcdef\n").holds(proof, ASKS, ends, nonce));
  }

  @Test
  void anotherKeyRoleConnectionOrNumberIsNotBelieved() throws Exception {
    ClusterKey key = key("0123456789abcdef");
    byte[] proof = key.proof(ASKS, ends, nonce);
    assertFalse(key("0123456789abcdeF").holds(proof, ASKS, ends, nonce));
    assertFalse(key.holds(proof, "answers", ends, nonce));
    assertFalse(key.holds(proof, ASKS, ends.mirrored(), nonce));
    assertFalse(key.holds(proof, ASKS, ends, new byte[] {1}));
    assertFalse(key.holds(new byte[0], ASKS, ends, nonce));
  }

  @Test
  void oneSideWithoutIsNotEnough() throws Exception {
    ClusterKey key = key("0123456789abcdef");
    ClusterKey none = ClusterKey.none();
    assertTrue(none.holds(none.proof(ASKS, ends, nonce), ASKS, ends, nonce));
    assertFalse(key.holds(none.proof(ASKS, ends, nonce), ASKS, ends, nonce));
    assertFalse(none.holds(key.proof(ASKS, ends, nonce), ASKS, ends, nonce));
  }

  @Test
  void keyThatIsTooShortIsAnError() {
    IOException e = assertThrows(IOException.class, () -> key("0123456789abcde \n"));
    assertTrue(e.getMessage().contains("16 bytes"), e.getMessage());
    assertThrows(IOException.class, () -> ClusterKey.of(folder.resolve("none")));
  }

  private static void assertIsNone(String why, Path file) {
    IOException e = assertThrows(IOException.class, () -> ClusterKey.of(file));
    assertEquals(why, e.getMessage());
  }

  /** The JVM's start would wait for a writer. */
  @Test
  @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void whatIsNoFileIsAnErrorAndNotWaitedFor() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    assertIsNone("it is not a regular file", pipe);
    assertIsNone("it is not a regular file", Path.of("/dev/zero"));
    assertIsNone("it is not a regular file", folder);
  }

  @Test
  void fileThatIsTooLongIsAnError() throws Exception {
    Path file = folder.resolve("long");
    Files.write(file, new byte[(1 << 16) + 1]);
    assertIsNone("it has more than 65536 bytes", file);
    ClusterKey.of(Files.writeString(file, "x".repeat(1 << 16)));
  }
}
