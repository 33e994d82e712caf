package jfs.core;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import jfs.core.carrier.CarrierProvider;
import jfs.core.carrier.Carriers;
import jfs.core.carrier.Role;
import jfs.core.carrier.TcpCarrier;
import jfs.core.stats.Connections;
import jfs.core.stats.JsonSummary;
import jfs.core.transport.TransportProvider;
import jfs.core.transport.Transports;

/** Makes sockets of JFS over the JDK's carriers, for one test, and knows what they have counted. */
final class SocketFixture {

  private static final CarrierProvider CARRIERS = Carriers.select(null);

  final Connections connections = new Connections();

  /** A carrier for a connection. */
  static TcpCarrier carrier() {
    return CARRIERS.newCarrier(Role.CLIENT);
  }

  /** A carrier of the JDK's that listens on the loopback. */
  static TcpCarrier platformListener() throws IOException {
    TcpCarrier listener = CARRIERS.newCarrier(Role.LISTENER);
    listener.create(true);
    listener.bind(InetAddress.getLoopbackAddress(), 0);
    listener.listen(1);
    return listener;
  }

  /** A socket for a connection. */
  JfsSocketImpl client(TransportProvider... transports) {
    return client(carrier(), transports);
  }

  /** A socket over this carrier. */
  JfsSocketImpl client(TcpCarrier carrier, TransportProvider... transports) {
    return new JfsSocketImpl(carrier, connections, new Transports(List.of(transports)));
  }

  /** A socket that is to listen. */
  JfsSocketImpl listener(TransportProvider... transports) {
    return client(CARRIERS.newCarrier(Role.LISTENER), transports);
  }

  /** What the JVM would say of them at its exit. */
  String summary() {
    return JsonSummary.of(connections);
  }

  /** Starts an operation on a thread of its own, which leaves the result there. */
  static <T> Thread start(Callable<T> what, AtomicReference<T> result) {
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
}
