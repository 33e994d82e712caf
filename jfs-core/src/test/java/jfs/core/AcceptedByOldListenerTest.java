package jfs.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketOptions;
import java.net.StandardSocketOptions;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import jfs.core.carrier.TcpCarrier;
import jfs.core.switchover.SwitchableOutputStream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sockets that a listener older than the agent has accepted: JFS learns of the connection only when
 * the program uses it.
 */
class AcceptedByOldListenerTest {

  private final SocketFixture sockets = new SocketFixture();

  @Test
  void aConnectionAcceptedByAListenerOfTheJdkIsNoticedAtItsFirstUse() throws Exception {
    TcpCarrier listener = SocketFixture.platformListener();
    try (Socket peer = new Socket(InetAddress.getLoopbackAddress(), listener.localPort())) {
      TcpCarrier carrier = SocketFixture.carrier();
      JfsSocketImpl accepted = sockets.client();
      accepted.adopt(carrier);
      listener.accept(carrier);
      peer.getOutputStream().write(1);
      assertEquals(0, sockets.connections.liveCount());
      assertEquals(1, accepted.getInputStream().read());
      assertEquals(1, sockets.connections.liveCount());
      accepted.close();
    } finally {
      listener.close();
    }
    assertTrue(sockets.summary().contains("\"opened\":0,\"accepted\":1,"), sockets.summary());
  }

  /** What a program does to a connection. */
  private interface Use {
    void of(JfsSocketImpl impl) throws IOException;
  }

  static List<Named<Use>> firstUses() {
    return List.of(
        Named.of("input", JfsSocketImpl::getInputStream),
        Named.of("output", JfsSocketImpl::getOutputStream),
        Named.of("available", JfsSocketImpl::available),
        Named.of("urgent", impl -> impl.sendUrgentData(1)),
        Named.of("half-close", JfsSocketImpl::shutdownOutput),
        Named.of("input shut", JfsSocketImpl::shutdownInput),
        Named.of("set", impl -> impl.setOption(SocketOptions.SO_TIMEOUT, 5)),
        Named.of("get", impl -> impl.getOption(SocketOptions.SO_TIMEOUT)),
        Named.of("set by name", impl -> impl.setOption(StandardSocketOptions.TCP_NODELAY, true)),
        Named.of("get by name", impl -> impl.getOption(StandardSocketOptions.TCP_NODELAY)));
  }

  /** The switch would not count bytes that went by TCP before: one would be missing after it. */
  @ParameterizedTest
  @MethodSource("firstUses")
  void aConnectionAcceptedByAListenerOfTheJdkIsNoticedWhateverIsUsedFirst(Use use)
      throws Exception {
    TcpCarrier listener = SocketFixture.platformListener();
    try (Socket peer = new Socket(InetAddress.getLoopbackAddress(), listener.localPort())) {
      ServingProvider provider = new ServingProvider();
      TcpCarrier carrier = SocketFixture.carrier();
      JfsSocketImpl accepted = sockets.client(provider);
      accepted.adopt(carrier);
      listener.accept(carrier);
      use.of(accepted);
      assertEquals(1, provider.preferences.size());
      accepted.close();
      assertTrue(peer.isConnected());
    } finally {
      listener.close();
    }
  }

  /** Two threads use it first: one must not use TCP alone while the other one may leave TCP. */
  @Test
  void aConnectionThatIsBeingNoticedIsUsedByNobodyElse() throws Exception {
    TcpCarrier listener = SocketFixture.platformListener();
    CountDownLatch mayGoOn = new CountDownLatch(1);
    AtomicReference<OutputStream> others = new AtomicReference<>();
    try (Socket peer = new Socket(InetAddress.getLoopbackAddress(), listener.localPort())) {
      TcpCarrier carrier = SocketFixture.carrier();
      CountDownLatch isNoticed = new CountDownLatch(1);
      TcpCarrier slow =
          (TcpCarrier)
              Proxy.newProxyInstance(
                  TcpCarrier.class.getClassLoader(),
                  new Class<?>[] {TcpCarrier.class},
                  (proxy, method, arguments) -> {
                    if (method.getName().equals("outputStream") && isNoticed.getCount() > 0) {
                      isNoticed.countDown();
                      mayGoOn.await();
                    }
                    return method.invoke(carrier, arguments);
                  });
      JfsSocketImpl accepted = sockets.client(new ServingProvider());
      accepted.adopt(slow);
      listener.accept(carrier);
      Thread first = SocketFixture.start(accepted::getOutputStream, new AtomicReference<>());
      isNoticed.await();
      Thread other = SocketFixture.start(accepted::getOutputStream, others);
      while (other.getState() != Thread.State.BLOCKED && other.isAlive()) {
        Thread.onSpinWait();
      }
      mayGoOn.countDown();
      first.join();
      other.join();
      accepted.close();
      assertTrue(peer.isConnected());
    } finally {
      mayGoOn.countDown();
      listener.close();
    }
    assertEquals(SwitchableOutputStream.class, others.get().getClass());
  }
}
