package jfs.rdma.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import jdk.net.ExtendedSocketOptions;
import jfs.core.host.HostServices;
import jfs.natives.Fds;
import jfs.testing.Needed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TcpWatchTest {

  private static final int PROGRAMS_IDLE = 4711;

  private ServerSocketChannel listener;
  private SocketChannel far;
  private SocketChannel near;
  private Doorbell doorbell;
  private TcpWatch watch;

  @BeforeEach
  void connect() throws Exception {
    Needed.require(HostServices.installed() != null, "no native library");
    listener =
        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    far = SocketChannel.open(listener.getLocalAddress());
    near = listener.accept();
    near.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, PROGRAMS_IDLE);
    doorbell = new Doorbell(HostServices.installed(), Fds.of(near));
    watch = new TcpWatch(doorbell);
  }

  @AfterEach
  void close() throws IOException {
    if (listener != null) {
      near.close();
      far.close();
      listener.close();
    }
  }

  private void waitFor(int ticks) {
    for (int i = 0; i < ticks; i++) {
      watch.tick(true);
    }
  }

  private void assertKeepAlive(boolean on, int idle) throws IOException {
    assertEquals(on, near.getOption(StandardSocketOptions.SO_KEEPALIVE));
    assertEquals(idle, near.getOption(ExtendedSocketOptions.TCP_KEEPIDLE));
  }

  @Test
  void peersKernelIsProbedOnceAWriterHasWaitedForLong() throws Exception {
    waitFor(TcpWatch.QUIET_TICKS - 1);
    assertKeepAlive(false, PROGRAMS_IDLE);
    waitFor(1);
    assertKeepAlive(true, TcpWatch.PROBING.idle());
  }

  @Test
  void programsOptionsAreItsOwnAgainWhenTheWriterGoesOn() throws Exception {
    waitFor(TcpWatch.QUIET_TICKS);
    watch.tick(false);
    assertKeepAlive(false, PROGRAMS_IDLE);
  }

  @Test
  void peerThatSaysSomethingIsNotProbed() throws Exception {
    waitFor(TcpWatch.QUIET_TICKS);
    watch.heard();
    waitFor(TcpWatch.QUIET_TICKS);
    assertKeepAlive(false, PROGRAMS_IDLE);
    waitFor(1);
    assertKeepAlive(true, TcpWatch.PROBING.idle());
  }

  /** A firewall that drops the idle TCP connection does not end the peer. */
  @Test
  void peerThatGoesOnByRdmaIsAlive() throws Exception {
    far.setOption(StandardSocketOptions.SO_LINGER, 0);
    far.close();
    for (int i = 0; i < 3 * TcpWatch.MOST_LOOKS; i++) {
      watch.heard();
      assertFalse(watch.look());
    }
    for (int i = 1; i < TcpWatch.MOST_LOOKS; i++) {
      assertFalse(watch.look());
    }
    assertTrue(watch.look());
  }

  /** The program gets and sets its own values. */
  @Test
  void programsOptionsAreItsOwnWhenItAsks() throws Exception {
    waitFor(TcpWatch.QUIET_TICKS);
    watch.giveBack();
    assertKeepAlive(false, PROGRAMS_IDLE);
    near.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
    waitFor(TcpWatch.QUIET_TICKS);
    watch.tick(false);
    assertKeepAlive(true, PROGRAMS_IDLE);
  }

  /** By then the descriptor's number may be another connection's. */
  @Test
  void closedSocketIsLeftAlone() throws Exception {
    waitFor(TcpWatch.QUIET_TICKS);
    doorbell.silence();
    watch.giveBack();
    assertKeepAlive(true, TcpWatch.PROBING.idle());
    far.setOption(StandardSocketOptions.SO_LINGER, 0);
    far.close();
    assertFalse(watch.look());
    assertEquals(0, doorbell.takeTcpError());
  }
}
