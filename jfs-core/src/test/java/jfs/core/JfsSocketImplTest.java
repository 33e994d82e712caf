package jfs.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketImpl;
import java.net.SocketOptions;
import java.net.StandardSocketOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import jdk.net.ExtendedSocketOptions;
import jfs.core.carrier.CarrierProvider;
import jfs.core.carrier.Carriers;
import jfs.core.carrier.Role;
import jfs.core.carrier.TcpCarrier;
import jfs.core.platform.PlatformCarrier;
import jfs.core.stats.Connections;
import jfs.core.stats.JsonSummary;
import jfs.core.switchover.SwitchableOutputStream;
import jfs.core.transport.FourTuple;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Preference;
import jfs.core.transport.Reason;
import jfs.core.transport.Registration;
import jfs.core.transport.Transport;
import jfs.core.transport.TransportKind;
import jfs.core.transport.TransportProvider;
import jfs.core.transport.TransportStream;
import jfs.core.transport.Transports;
import jfs.testing.TestKinds;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JfsSocketImplTest {

  private static final CarrierProvider CARRIERS = Carriers.select(null);

  private final Connections connections = new Connections();

  private JfsSocketImpl client(Transports transports) {
    return new JfsSocketImpl(CARRIERS.newCarrier(Role.CLIENT), connections, transports);
  }

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
      JfsSocketImpl impl = client(new Transports(List.of(provider)));
      impl.create(true);
      impl.connect(listener.getLocalSocketAddress(), 0);
      FourTuple expected =
          new FourTuple(
              InetAddress.getLoopbackAddress(),
              impl.getLocalPort(),
              InetAddress.getLoopbackAddress(),
              listener.getLocalPort());
      assertEquals(expected, provider.asked);
      assertEquals(1, connections.liveCount());
      impl.close();
      assertEquals(0, connections.liveCount());
    }
    assertTrue(summary().contains("\"reasons\":{\"not-today\":1}"), summary());
  }

  @Test
  void theLocalAddressIsToldLateAndNotOfASocketThatIsClosedByThen() throws Exception {
    Serving provider = new Serving();
    try (ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      for (int i = 0; i < 2; i++) {
        JfsSocketImpl impl = client(new Transports(List.of(provider)));
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

  /**
   * The statistics and the endpoint registry hold a connection's addresses for as long as it lives.
   */
  @Test
  void theAddressDoesNotKeepAForgottenSocket() throws Exception {
    TcpCarrier carrier = CARRIERS.newCarrier(Role.CLIENT);
    carrier.create(true);
    LocalEnd end = new LocalEnd(carrier);
    carrier.close();
    carrier = null;
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!end.refersTo(null)) {
      assertTrue(System.nanoTime() < deadline, "never collected");
      System.gc();
    }
    assertEquals(null, end.address());
  }

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
      JfsSocketImpl impl = client(new Transports(List.of(closing)));
      connecting.set(impl);
      impl.create(true);
      impl.connect(listener.getLocalSocketAddress(), 0);
      assertEquals(0, connections.liveCount());
    }
    assertTrue(summary().contains("\"opened\":1"), summary());
  }

  /** Serves all connections, and remembers what they prefer. */
  private static final class Serving implements TransportProvider {
    private final List<Preference> preferences = new ArrayList<>();
    private FourTuple asked;

    /** Installed at once if not null. */
    private Transport transport;

    @Override
    public TransportKind kind() {
      return TestKinds.NEAR;
    }

    @Override
    public Optional<Reason> refusal(FourTuple connection) {
      asked = connection;
      return Optional.empty();
    }

    @Override
    public Registration register(PairingEnd end) {
      preferences.add(end.preference());
      if (transport != null) {
        assertTrue(end.install(transport));
      }
      return new Registration() {
        @Override
        public void want() {
          // There is no peer.
        }

        @Override
        public void withdraw() {
          // Nothing to withdraw.
        }
      };
    }
  }

  /** The transport may have set these options for itself. */
  @Test
  void theTransportIsToldBeforeKeepAliveOptionsAreAskedForOrSet() throws Exception {
    AtomicInteger told = new AtomicInteger();
    Serving provider = new Serving();
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
      JfsSocketImpl impl = client(new Transports(List.of(provider)));
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
    Serving provider = new Serving();
    try (ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      JfsSocketImpl impl = client(new Transports(List.of(provider)));
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
    Serving provider = new Serving();
    Transports transports = new Transports(List.of(provider));
    JfsSocketImpl listener =
        new JfsSocketImpl(CARRIERS.newCarrier(Role.LISTENER), connections, transports);
    listener.create(true);
    listener.prefer(Preference.BANDWIDTH);
    listener.bind(InetAddress.getLoopbackAddress(), 0);
    listener.listen(1);
    listener.prefer(Preference.LATENCY);
    try (Socket peer = new Socket(InetAddress.getLoopbackAddress(), listener.getLocalPort())) {
      JfsSocketImpl accepted = client(transports);
      accepted.prefer(Preference.CONNECTION_TIME);
      listener.accept(accepted);
      accepted.close();
      assertTrue(peer.isConnected());
    } finally {
      listener.close();
    }
    assertEquals(List.of(Preference.BANDWIDTH), provider.preferences);
  }

  @Test
  void aConnectionThatFailsIsNotCounted() throws Exception {
    int closedPort;
    try (ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      closedPort = listener.getLocalPort();
    }
    JfsSocketImpl impl = client(new Transports(List.of()));
    impl.create(true);
    InetSocketAddress nobody = new InetSocketAddress(InetAddress.getLoopbackAddress(), closedPort);
    assertThrows(IOException.class, () -> impl.connect(nobody, 0));
    impl.close();
    assertTrue(summary().contains("\"opened\":0"), summary());
  }

  @Test
  void acceptingIntoAForeignImplementationIsRefused() {
    SocketImpl listener = client(new Transports(List.of()));
    IOException e =
        assertThrows(IOException.class, () -> ((JfsSocketImpl) listener).accept(new Foreign()));
    assertTrue(e.getMessage().contains("cannot accept"), e.getMessage());
  }

  /** The JDK made the program's socket, because another agent has undone JFS's part there. */
  @Test
  void aListenerAcceptsIntoAnImplementationOfTheJdk() throws Exception {
    JfsSocketImpl listener =
        new JfsSocketImpl(
            CARRIERS.newCarrier(Role.LISTENER), connections, new Transports(List.of()));
    listener.create(true);
    listener.bind(InetAddress.getLoopbackAddress(), 0);
    listener.listen(1);
    TcpCarrier plain = CARRIERS.newCarrier(Role.CLIENT);
    try (Socket peer = new Socket(InetAddress.getLoopbackAddress(), listener.getLocalPort())) {
      listener.accept(((PlatformCarrier) plain).socketImpl());
      peer.getOutputStream().write(7);
      assertEquals(7, plain.inputStream().read());
      plain.close();
    }
    listener.close();
  }

  @Test
  void aConnectionAcceptedByAListenerOfTheJdkIsNoticedAtItsFirstUse() throws Exception {
    TcpCarrier listener = CARRIERS.newCarrier(Role.LISTENER);
    listener.create(true);
    listener.bind(InetAddress.getLoopbackAddress(), 0);
    listener.listen(1);
    try (Socket peer = new Socket(InetAddress.getLoopbackAddress(), listener.localPort())) {
      TcpCarrier carrier = CARRIERS.newCarrier(Role.CLIENT);
      JfsSocketImpl accepted = client(new Transports(List.of()));
      accepted.adopt(carrier);
      listener.accept(carrier);
      peer.getOutputStream().write(1);
      assertEquals(0, connections.liveCount());
      assertEquals(1, accepted.getInputStream().read());
      assertEquals(1, connections.liveCount());
      accepted.close();
    } finally {
      listener.close();
    }
    assertTrue(summary().contains("\"opened\":0,\"accepted\":1,"), summary());
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
    TcpCarrier listener = CARRIERS.newCarrier(Role.LISTENER);
    listener.create(true);
    listener.bind(InetAddress.getLoopbackAddress(), 0);
    listener.listen(1);
    try (Socket peer = new Socket(InetAddress.getLoopbackAddress(), listener.localPort())) {
      Serving provider = new Serving();
      TcpCarrier carrier = CARRIERS.newCarrier(Role.CLIENT);
      JfsSocketImpl accepted = client(new Transports(List.of(provider)));
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

  /** Another thread sets the timeout while the connection is made. */
  @Test
  void aTimeoutThatIsSetMeanwhileHolds() throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      TcpCarrier carrier = CARRIERS.newCarrier(Role.CLIENT);
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
                          start(
                              () -> {
                                impl.get().setOption(SocketOptions.SO_TIMEOUT, 1234);
                                return null;
                              },
                              new AtomicReference<>());
                      setter.join();
                    }
                    return answer;
                  });
      impl.set(new JfsSocketImpl(slow, connections, new Transports(List.of(new Serving()))));
      impl.get().create(true);
      impl.get().connect(listener.getLocalSocketAddress(), 0);
      assertTrue(asked.get());
      assertEquals(1234, impl.get().getOption(SocketOptions.SO_TIMEOUT));
      impl.get().close();
    }
  }

  /** Two threads use it first: one must not use TCP alone while the other one may leave TCP. */
  @Test
  void aConnectionThatIsBeingNoticedIsUsedByNobodyElse() throws Exception {
    TcpCarrier listener = CARRIERS.newCarrier(Role.LISTENER);
    listener.create(true);
    listener.bind(InetAddress.getLoopbackAddress(), 0);
    listener.listen(1);
    CountDownLatch mayGoOn = new CountDownLatch(1);
    AtomicReference<OutputStream> others = new AtomicReference<>();
    try (Socket peer = new Socket(InetAddress.getLoopbackAddress(), listener.localPort())) {
      TcpCarrier carrier = CARRIERS.newCarrier(Role.CLIENT);
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
      JfsSocketImpl accepted = client(new Transports(List.of(new Serving())));
      accepted.adopt(slow);
      listener.accept(carrier);
      Thread first = start(accepted::getOutputStream, new AtomicReference<>());
      isNoticed.await();
      Thread other = start(accepted::getOutputStream, others);
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

  private static <T> Thread start(Callable<T> what, AtomicReference<T> result) {
    Thread thread =
        new Thread(
            () -> {
              try {
                result.set(what.call());
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** {@code new Socket(host, port, false)} of the JDK gives no connection to count. */
  @Test
  void aDatagramSocketIsTheJdksAffair() throws Exception {
    assumeTrue(Runtime.version().feature() == 17, "later JDKs make none");
    try (DatagramSocket peer = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      JfsSocketImpl impl = client(new Transports(List.of()));
      impl.create(false);
      impl.connect(peer.getLocalSocketAddress(), 0);
      impl.getOutputStream().write(new byte[] {1, 2, 3});
      DatagramPacket packet = new DatagramPacket(new byte[8], 8);
      peer.receive(packet);
      assertEquals(3, packet.getLength());
      impl.close();
    }
    assertTrue(summary().contains("\"opened\":0,\"accepted\":0,"), summary());
  }

  private String summary() {
    return JsonSummary.of(connections);
  }

  /** An implementation of the program's own. */
  private static final class Foreign extends SocketImpl {
    @Override
    protected void create(boolean stream) {}

    @Override
    protected void connect(String host, int port) {}

    @Override
    protected void connect(InetAddress address, int port) {}

    @Override
    protected void connect(SocketAddress address, int timeout) {}

    @Override
    protected void bind(InetAddress host, int port) {}

    @Override
    protected void listen(int backlog) {}

    @Override
    protected void accept(SocketImpl s) {}

    @Override
    protected InputStream getInputStream() {
      throw new UnsupportedOperationException();
    }

    @Override
    protected OutputStream getOutputStream() {
      throw new UnsupportedOperationException();
    }

    @Override
    protected int available() {
      return 0;
    }

    @Override
    protected void close() {}

    @Override
    protected void sendUrgentData(int data) {}

    @Override
    public Object getOption(int option) {
      return null;
    }

    @Override
    public void setOption(int option, Object value) {}
  }
}
