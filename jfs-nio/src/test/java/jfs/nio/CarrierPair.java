package jfs.nio;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import jfs.core.carrier.CarrierProvider;
import jfs.core.carrier.Role;
import jfs.core.carrier.TcpCarrier;

/** Two connected carriers over loopback. */
record CarrierPair(TcpCarrier client, TcpCarrier server) implements AutoCloseable {

  static final CarrierProvider CHANNEL = new ChannelCarrierProvider();

  static CarrierPair connect() throws IOException {
    TcpCarrier listener = listen();
    try {
      return connect(listener);
    } finally {
      listener.close();
    }
  }

  static TcpCarrier listen() throws IOException {
    TcpCarrier listener = CHANNEL.newCarrier(Role.LISTENER);
    listener.create(true);
    listener.bind(InetAddress.getLoopbackAddress(), 0);
    listener.listen(0);
    return listener;
  }

  static CarrierPair connect(TcpCarrier listener) throws IOException {
    TcpCarrier client = CHANNEL.newCarrier(Role.CLIENT);
    client.create(true);
    client.connect(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.localPort()), 0);
    TcpCarrier server = CHANNEL.newCarrier(Role.CLIENT);
    listener.accept(server);
    return new CarrierPair(client, server);
  }

  @Override
  public void close() throws IOException {
    client.close();
    server.close();
  }
}
