package jfs.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import jfs.natives.SocketDiagnosis.KernelSocket;
import jfs.testing.Needed;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SocketDiagnosisTest {

  private static final int ESTABLISHED = 1;

  @BeforeAll
  static void load() {
    Needed.require(NativeLibrary.isLoaded(), NativeLibrary.status().toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "::1"})
  void findsBothEnds(String host) throws Exception {
    findsBothEnds(InetAddress.getByName(host));
  }

  @Test
  void findsBothEndsOfALinkLocalConnection() throws Exception {
    Optional<InetAddress> linkLocal =
        NetworkInterface.networkInterfaces()
            .flatMap(NetworkInterface::inetAddresses)
            .filter(address -> address instanceof Inet6Address && address.isLinkLocalAddress())
            .findFirst();
    assumeTrue(linkLocal.isPresent(), "no such address here");
    findsBothEnds(linkLocal.get());
  }

  private static void findsBothEnds(InetAddress host) throws Exception {
    try (ServerSocketChannel listener = ServerSocketChannel.open()) {
      try {
        listener.bind(new InetSocketAddress(host, 0));
      } catch (IOException e) {
        assumeTrue(false, () -> "no " + host + " here: " + e);
      }
      try (SocketChannel client = SocketChannel.open(listener.getLocalAddress())) {
        KernelSocket unaccepted = mirrored(client).orElseThrow();
        try (SocketChannel server = listener.accept()) {
          long uid = ((Number) Files.getAttribute(Path.of("/proc/self"), "unix:uid")).longValue();
          assertEquals(
              new KernelSocket(SocketDiagnosis.cookie(Fds.of(server)), uid, ESTABLISHED),
              mirrored(client).orElseThrow());
          assertEquals(
              new KernelSocket(SocketDiagnosis.cookie(Fds.of(client)), uid, ESTABLISHED),
              mirrored(server).orElseThrow());
          assertEquals(unaccepted.cookie(), mirrored(client).orElseThrow().cookie());
          client.shutdownOutput();
          assertTrue(mirrored(server).orElseThrow().isConnected(), "half-closed");
        }
      }
    }
  }

  @Test
  void findsNoConnectionThatIsNone() throws Exception {
    try (ServerSocketChannel listener =
        ServerSocketChannel.open()
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
      InetSocketAddress local = (InetSocketAddress) listener.getLocalAddress();
      InetSocketAddress nobody = new InetSocketAddress(local.getAddress(), 1);
      assertEquals(Optional.empty(), SocketDiagnosis.find(local, nobody));
      assertEquals(Optional.empty(), SocketDiagnosis.find(nobody, local));
    }
  }

  @Test
  void refusesAddressesThatCannotBe() throws Exception {
    InetSocketAddress four = new InetSocketAddress(InetAddress.getByAddress(new byte[4]), 1);
    InetSocketAddress six = new InetSocketAddress(InetAddress.getByAddress(new byte[16]), 1);
    assertThrows(IOException.class, () -> SocketDiagnosis.find(four, six));
    InetSocketAddress unresolved = InetSocketAddress.createUnresolved("localhost", 1);
    assertThrows(IllegalArgumentException.class, () -> SocketDiagnosis.find(four, unresolved));
  }

  @Test
  void tellsWhetherASocketIsConnected() throws Exception {
    try (ServerSocketChannel listener =
            ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        SocketChannel client = SocketChannel.open();
        SocketChannel other = SocketChannel.open()) {
      int socket = Fds.of(client);
      assertFalse(SocketDiagnosis.isConnected(SocketDiagnosis.state(socket)));
      assertFalse(SocketDiagnosis.isConnected(SocketDiagnosis.state(Fds.of(listener))));
      client.connect(listener.getLocalAddress());
      assertEquals(ESTABLISHED, SocketDiagnosis.state(socket));
      assertTrue(SocketDiagnosis.isConnected(ESTABLISHED));
      assertNotEquals(SocketDiagnosis.cookie(socket), SocketDiagnosis.cookie(Fds.of(other)));
    }
  }

  @Test
  void survivesWhatIsNoSocket() {
    assertEquals(-Errno.EBADF, SocketDiagnosis.state(-1));
    assertEquals(-Errno.EBADF, SocketDiagnosis.cookie(-1));
    assertFalse(SocketDiagnosis.isConnected(SocketDiagnosis.state(-1)));
  }

  /** The other end, as the kernel knows it. */
  private static Optional<KernelSocket> mirrored(SocketChannel end) throws IOException {
    return SocketDiagnosis.find(
        (InetSocketAddress) end.getRemoteAddress(), (InetSocketAddress) end.getLocalAddress());
  }
}
