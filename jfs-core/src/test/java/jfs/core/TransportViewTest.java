package jfs.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketOptions;
import java.net.StandardSocketOptions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.net.ExtendedSocketOptions;
import jfs.core.transport.FourTuple;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Preference;
import jfs.core.transport.Reason;
import jfs.core.transport.Registration;
import jfs.core.transport.Transport;
import jfs.core.transport.TransportKind;
import jfs.core.transport.TransportProvider;
import jfs.core.transport.TransportStream;
import jfs.testing.TestKinds;
import org.junit.jupiter.api.Test;

/** What transports get to see of a connection, and are told of it. */
class TransportViewTest {

  private final SocketFixture sockets = new SocketFixture();

  private static final class Refusing implements TransportProvider {
    private FourTuple asked;

    @Override
    public TransportKind kind() {
      return TestKinds.FAR;
    }

    @Override
    public Optional<Reason> refusal(FourTuple connection) {
      asked = connection;
      return Optional.of(new Reason("not-today"));
    }

    @Override
    public Registration register(PairingEnd end) {
      throw new AssertionError("nothing is to be registered");
    }
  }

  @Test
  void theTransportsAreShownTheConnectionAndTheirReasonIsKept() throws Exception {
    Refusing provider = new Refusing();
    try (ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      JfsSocketImpl impl = sockets.client(provider);
      impl.create(true);
      impl.connect(listener.getLocalSocketAddress(), 0);
      FourTuple expected =
          new FourTuple(
              InetAddress.getLoopbackAddress(),
              impl.getLocalPort(),
              InetAddress.getLoopbackAddress(),
              listener.getLocalPort());
      assertEquals(expected, provider.asked);
      assertEquals(1, sockets.connections.liveCount());
      impl.close();
      assertEquals(0, sockets.connections.liveCount());
    }
    assertTrue(sockets.summary().contains("\"reasons\":{\"not-today\":1}"), sockets.summary());
  }

  @Test
  void theLocalAddressIsToldLateAndNotOfASocketThatIsClosedByThen() throws Exception {
    ServingProvider provider = new ServingProvider();
    try (ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      for (int i = 0; i < 2; i++) {
        JfsSocketImpl impl = sockets.client(provider);
        impl.create(true);
        impl.connect(listener.getLocalSocketAddress(), 0);
        boolean early = i == 0;
        assertTrue(!early || provider.asked.isKnown());
        impl.close();
        assertEquals(
            early ? InetAddress.getLoopbackAddress() : null, provider.asked.localAddress());
      }
    }
  }

  /** The transport may have set these options for itself. */
  @Test
  void theTransportIsToldBeforeKeepAliveOptionsAreAskedForOrSet() throws Exception {
    AtomicInteger told = new AtomicInteger();
    ServingProvider provider = new ServingProvider();
    TransportStream stream =
        (TransportStream)
            Proxy.newProxyInstance(
                TransportStream.class.getClassLoader(),
                new Class<?>[] {TransportStream.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("keepAliveAsked")) {
                    told.incrementAndGet();
                  }
                  return null;
                });
    provider.transport =
        (Transport)
            Proxy.newProxyInstance(
                Transport.class.getClassLoader(),
                new Class<?>[] {Transport.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("stream")) {
                    return stream;
                  }
                  return method.getReturnType() == boolean.class ? true : null; // it is aborted
                });
    try (ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      JfsSocketImpl impl = sockets.client(provider);
      impl.create(true);
      impl.connect(listener.getLocalSocketAddress(), 0);
      impl.getOption(StandardSocketOptions.SO_REUSEADDR);
      impl.setOption(SocketOptions.SO_LINGER, 3);
      assertEquals(0, told.get());
      impl.getOption(SocketOptions.SO_KEEPALIVE);
      impl.setOption(SocketOptions.SO_KEEPALIVE, true);
      impl.getOption(StandardSocketOptions.SO_KEEPALIVE);
      impl.setOption(StandardSocketOptions.SO_KEEPALIVE, false);
      impl.getOption(ExtendedSocketOptions.TCP_KEEPIDLE);
      impl.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, 5);
      assertEquals(6, told.get());
      impl.close();
    }
  }

  @Test
  void whatAConnectionPrefersIsSettledWhenItIsMade() throws Exception {
    ServingProvider provider = new ServingProvider();
    try (ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      JfsSocketImpl impl = sockets.client(provider);
      impl.prefer(Preference.BANDWIDTH);
      impl.create(true);
      impl.prefer(Preference.LATENCY);
      impl.connect(listener.getLocalSocketAddress(), 0);
      impl.prefer(Preference.CONNECTION_TIME);
      impl.close();
      impl.prefer(Preference.NONE);
    }
    assertEquals(List.of(Preference.LATENCY), provider.preferences);
  }

  @Test
  void whatAListenerPrefersIsSettledWhenItIsBoundAndHoldsForWhatItAccepts() throws Exception {
    ServingProvider provider = new ServingProvider();
    JfsSocketImpl listener = sockets.listener(provider);
    listener.create(true);
    listener.prefer(Preference.BANDWIDTH);
    listener.bind(InetAddress.getLoopbackAddress(), 0);
    listener.listen(1);
    listener.prefer(Preference.LATENCY);
    try (Socket peer = new Socket(InetAddress.getLoopbackAddress(), listener.getLocalPort())) {
      JfsSocketImpl accepted = sockets.client(provider);
      accepted.prefer(Preference.CONNECTION_TIME);
      listener.accept(accepted);
      accepted.close();
      assertTrue(peer.isConnected());
    } finally {
      listener.close();
    }
    assertEquals(List.of(Preference.BANDWIDTH), provider.preferences);
  }
}
