package jfs.rdma.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import jfs.contract.Background;
import jfs.core.host.HostServices;
import jfs.natives.Fds;
import jfs.rdma.cm.TestEnd;
import org.junit.jupiter.api.Test;

/** The TCP connection beneath a pair, when one of the two breaks. */
class TcpBeneathTest extends PairedTransports {

  /** The peer has not switched yet, and never will. */
  @Test
  void brokenConnectionWakesWhoSleepsInTcp() throws Exception {
    try (ServerSocketChannel listener = ServerSocketChannel.open().bind(loopback());
        SocketChannel far = SocketChannel.open(listener.getLocalAddress());
        SocketChannel near = listener.accept()) {
      RdmaTransport transport = hosts.pair(near)[1].committed();
      Future<Integer> reader = background.submit(() -> near.read(ByteBuffer.allocate(1)));
      breakOff(transport);
      assertEquals(-1, reader.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS));
      far.configureBlocking(false);
      assertEquals(0, far.read(ByteBuffer.allocate(1)), "nothing is told to the peer");
    }
  }

  /** By then the descriptor's number may be another connection's. */
  @Test
  void brokenConnectionLeavesTcpAloneOnceClosed() throws Exception {
    try (ServerSocketChannel listener = ServerSocketChannel.open().bind(loopback());
        SocketChannel far = SocketChannel.open(listener.getLocalAddress());
        SocketChannel near = listener.accept()) {
      RdmaTransport transport = hosts.pair(near)[1].committed();
      transport.close(false, false);
      breakOff(transport);
      assertTcpIsLeftAlone(transport, near, far);
    }
  }

  /** As where there was no memory: the socket has closed TCP all the same. */
  @Test
  void brokenConnectionLeavesTcpAloneWhereItsCloseHasFailed() throws Exception {
    try (ServerSocketChannel listener = ServerSocketChannel.open().bind(loopback());
        SocketChannel far = SocketChannel.open(listener.getLocalAddress());
        SocketChannel near = listener.accept()) {
      RdmaTransport transport = hosts.pair(near)[1].committed();
      transport.tcpCloses();
      breakOff(transport);
      assertTcpIsLeftAlone(transport, near, far);
    }
  }

  private static void assertTcpIsLeftAlone(
      RdmaTransport broken, SocketChannel near, SocketChannel far) throws Exception {
    while (!ConnectionProbe.isSettled(broken)) {
      Thread.onSpinWait();
    }
    far.write(ByteBuffer.wrap(new byte[] {3}));
    ByteBuffer read = ByteBuffer.allocate(1);
    assertEquals(1, near.read(read));
    near.configureBlocking(false);
    assertEquals(0, near.read(ByteBuffer.allocate(1)), "TCP has not ended");
  }

  /**
   * The peer's kernel hangs while its device goes on answering, as far as TCP can tell: it
   * acknowledges nothing. The kernel reports the error once, to the thread that asks first.
   */
  @Test
  void errorOfTheKernelsOnTcpEndsWhatGoesByRdma() throws Exception {
    try (ServerSocketChannel listener = ServerSocketChannel.open().bind(loopback());
        SocketChannel far = SocketChannel.open(listener.getLocalAddress());
        SocketChannel near = listener.accept()) {
      RdmaTransport transport = hosts.pair(near)[1].committed();
      transport.announceSwitch(1);
      Future<Integer> reader =
          background.submit(() -> transport.receiver().receive(new byte[1], 0, 1, 0));
      near.configureBlocking(false);
      while (near.write(ByteBuffer.allocate(65536)) > 0) {
        // Until TCP takes nothing more; nothing is ever acknowledged.
      }
      HostServices.installed().hangUp(Fds.of(near));
      Exception e = assertThrows(Exception.class, () -> reader.get(50, TimeUnit.SECONDS));
      assertEquals("Connection timed out", e.getCause().getMessage());
      assertEquals(-1, transport.receiver().receive(new byte[1], 0, 1, 0));
      assertEquals(
          "Broken pipe",
          assertThrows(SocketException.class, () -> transport.sender().send(new byte[1], 0, 1))
              .getMessage());
    }
  }

  /** The peer says over RDMA how it ended, and may have written more before. */
  @Test
  void resetOfTcpEndsWhatGoesByRdmaOnlyIfThePeerSaysNothing() throws Exception {
    try (ServerSocketChannel listener = ServerSocketChannel.open().bind(loopback());
        SocketChannel far = SocketChannel.open(listener.getLocalAddress());
        SocketChannel near = listener.accept()) {
      TestEnd[] pair = hosts.pair(near);
      RdmaTransport peer = pair[0].committed();
      RdmaTransport transport = pair[1].committed();
      transport.announceSwitch(1);
      synchronized (ConnectionProbe.lock(transport)) { // the reactor does not look meanwhile
        far.setOption(StandardSocketOptions.SO_LINGER, 0);
        far.close();
        for (int i = 1; i < TcpWatch.MOST_LOOKS; i++) {
          assertFalse(ConnectionProbe.watchTcp(transport));
        }
        send(peer, pattern(10));
        peer.close(false, false);
        assertFalse(ConnectionProbe.watchTcp(transport), "the peer has said that it closed");
      }
      assertArrayEquals(pattern(10), receive(transport, 10));
      assertEquals(-1, transport.receiver().receive(new byte[1], 0, 1, 0));
    }
  }

  @Test
  void resetOfTcpOfWhichThePeerSaysNothingIsAReset() throws Exception {
    try (ServerSocketChannel listener = ServerSocketChannel.open().bind(loopback());
        SocketChannel far = SocketChannel.open(listener.getLocalAddress());
        SocketChannel near = listener.accept()) {
      RdmaTransport transport = hosts.pair(near)[1].committed();
      far.setOption(StandardSocketOptions.SO_LINGER, 0);
      far.close();
      for (int i = 0; i < 2 * TcpWatch.MOST_LOOKS; i++) {
        assertFalse(
            ConnectionProbe.watchTcp(transport), "the program uses TCP itself, and is told there");
      }
      transport.announceSwitch(1);
      boolean broken = false;
      for (int i = 0; i <= TcpWatch.MOST_LOOKS; i++) { // the first after the peer's HELLO
        broken = ConnectionProbe.watchTcp(transport);
      }
      assertTrue(broken || transport.connection().isBroken());
      assertTrue(hasEnded(transport));
    }
  }

  private static InetSocketAddress loopback() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }
}
