package jfs.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketImpl;
import java.net.SocketOptions;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import jfs.core.carrier.TcpCarrier;
import jfs.core.platform.PlatformCarrier;
import jfs.core.transport.FourTuple;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;
import jfs.core.transport.Registration;
import jfs.core.transport.TransportKind;
import jfs.core.transport.TransportProvider;
import jfs.testing.TestKinds;
import org.junit.jupiter.api.Test;

/** Which connections count, what a listener accepts into, and what others do meanwhile. */
class JfsSocketImplTest {

  private final SocketFixture sockets = new SocketFixture();

  /** JFS asks the transports while it makes the connection; this one closes it at that moment. */
  @Test
  void aConnectionThatIsClosedWhileItIsMadeDoesNotStayAmongTheLive() throws Exception {
    AtomicReference<JfsSocketImpl> connecting = new AtomicReference<>();
    TransportProvider closing =
        new TransportProvider() {
          @Override
          public TransportKind kind() {
            return TestKinds.NEAR;
          }

          @Override
          public Optional<Reason> refusal(FourTuple connection) {
            try {
              connecting.get().close();
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
            return Optional.empty();
          }

          @Override
          public Registration register(PairingEnd end) {
            throw new AssertionError("closed, so nothing is to be registered");
          }
        };
    try (ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      JfsSocketImpl impl = sockets.client(closing);
      connecting.set(impl);
      impl.create(true);
      impl.connect(listener.getLocalSocketAddress(), 0);
      assertEquals(0, sockets.connections.liveCount());
    }
    assertTrue(sockets.summary().contains("\"opened\":1"), sockets.summary());
  }

  @Test
  void aConnectionThatFailsIsNotCounted() throws Exception {
    int closedPort;
    try (ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      closedPort = listener.getLocalPort();
    }
    JfsSocketImpl impl = sockets.client();
    impl.create(true);
    InetSocketAddress nobody = new InetSocketAddress(InetAddress.getLoopbackAddress(), closedPort);
    assertThrows(IOException.class, () -> impl.connect(nobody, 0));
    impl.close();
    assertTrue(sockets.summary().contains("\"opened\":0"), sockets.summary());
  }

  @Test
  void acceptingIntoAForeignImplementationIsRefused() {
    SocketImpl listener = sockets.client();
    IOException e =
        assertThrows(
            IOException.class, () -> ((JfsSocketImpl) listener).accept(new ForeignSocketImpl()));
    assertTrue(e.getMessage().contains("cannot accept"), e.getMessage());
  }

  /** The JDK made the program's socket, because another agent has undone JFS's part there. */
  @Test
  void aListenerAcceptsIntoAnImplementationOfTheJdk() throws Exception {
    JfsSocketImpl listener = sockets.listener();
    listener.create(true);
    listener.bind(InetAddress.getLoopbackAddress(), 0);
    listener.listen(1);
    TcpCarrier plain = SocketFixture.carrier();
    try (Socket peer = new Socket(InetAddress.getLoopbackAddress(), listener.getLocalPort())) {
      listener.accept(((PlatformCarrier) plain).socketImpl());
      peer.getOutputStream().write(7);
      assertEquals(7, plain.inputStream().read());
      plain.close();
    }
    listener.close();
  }

  /** Another thread sets the timeout while the connection is made. */
  @Test
  void aTimeoutThatIsSetMeanwhileHolds() throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      TcpCarrier carrier = SocketFixture.carrier();
      AtomicReference<JfsSocketImpl> impl = new AtomicReference<>();
      AtomicBoolean asked = new AtomicBoolean();
      TcpCarrier slow =
          (TcpCarrier)
              Proxy.newProxyInstance(
                  TcpCarrier.class.getClassLoader(),
                  new Class<?>[] {TcpCarrier.class},
                  (proxy, method, arguments) -> {
                    Object answer = method.invoke(carrier, arguments);
                    if (method.getName().equals("getOption") && asked.compareAndSet(false, true)) {
                      Thread setter =
                          SocketFixture.start(
                              () -> {
                                impl.get().setOption(SocketOptions.SO_TIMEOUT, 1234);
                                return null;
                              },
                              new AtomicReference<>());
                      setter.join();
                    }
                    return answer;
                  });
      impl.set(sockets.client(slow, new ServingProvider()));
      impl.get().create(true);
      impl.get().connect(listener.getLocalSocketAddress(), 0);
      assertTrue(asked.get());
      assertEquals(1234, impl.get().getOption(SocketOptions.SO_TIMEOUT));
      impl.get().close();
    }
  }

  /** {@code new Socket(host, port, false)} of the JDK gives no connection to count. */
  @Test
  void aDatagramSocketIsTheJdksAffair() throws Exception {
    assumeTrue(Runtime.version().feature() == 17, "later JDKs make none");
    try (DatagramSocket peer = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      JfsSocketImpl impl = sockets.client();
      impl.create(false);
      impl.connect(peer.getLocalSocketAddress(), 0);
      impl.getOutputStream().write(new byte[] {1, 2, 3});
      DatagramPacket packet = new DatagramPacket(new byte[8], 8);
      peer.receive(packet);
      assertEquals(3, packet.getLength());
      impl.close();
    }
    assertTrue(sockets.summary().contains("\"opened\":0,\"accepted\":0,"), sockets.summary());
  }
}
