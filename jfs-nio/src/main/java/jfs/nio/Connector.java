package jfs.nio;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.ReentrantLock;
import jfs.nio.Lifecycle.Stage;

/** Connects a carrier. */
final class Connector {

  private static final String TIMED_OUT = "Connect timed out";

  private final ChannelCarrier<SocketChannel> carrier;
  private final ReentrantLock lock = new ReentrantLock();

  Connector(ChannelCarrier<SocketChannel> carrier) {
    this.carrier = carrier;
  }

  void connect(SocketAddress remote, int millis) throws IOException {
    if (!(remote instanceof InetSocketAddress peer)) {
      throw new IOException("Unsupported address type");
    }
    if (peer.isUnresolved()) {
      throw new UnknownHostException(peer.getHostName());
    }
    InetAddress address = peer.getAddress();
    InetSocketAddress target =
        address.isAnyLocalAddress()
            ? new InetSocketAddress(InetAddress.getLocalHost(), peer.getPort())
            : peer;
    try {
      lock.lock();
      try {
        begin(target);
        finish(target, Timeouts.toNanos(millis));
      } finally {
        lock.unlock();
      }
    } catch (IOException e) {
      IOException failure = failure(e, peer);
      carrier.closeAfter(failure);
      throw failure;
    } catch (IllegalArgumentException e) {
      // An IPv6 address, and a stack without IPv6.
      SocketException failure = carrier.asSocketException(e);
      carrier.closeAfter(failure);
      throw failure;
    }
  }

  private void begin(InetSocketAddress target) throws IOException {
    Lifecycle life = carrier.life;
    synchronized (life) {
      switch (life.stage()) {
        case NEW -> throw new SocketException("Not created");
        case CONNECTING -> throw new SocketException("Connection in progress");
        case CONNECTED -> throw new SocketException("Already connected");
        case CLOSED -> throw Lifecycle.closed();
        case UNCONNECTED -> life.advance(Stage.CONNECTING);
      }
      carrier.address = target.getAddress();
      carrier.port = target.getPort();
    }
  }

  private void finish(InetSocketAddress target, long nanos) throws IOException {
    long start = System.nanoTime();
    KernelSocket<SocketChannel> socket = carrier.socket;
    boolean connected = socket.channel.connect(target) || socket.channel.finishConnect();
    while (!connected) {
      socket.waits.await(SelectionKey.OP_CONNECT, Timeouts.remaining(nanos, start, TIMED_OUT));
      connected = socket.channel.finishConnect();
    }
    synchronized (carrier.life) {
      carrier.noteLocalPort();
      carrier.life.advance(Stage.CONNECTED);
    }
  }

  private IOException failure(IOException e, InetSocketAddress peer) {
    if (carrier.life.isClosed()) {
      return HostInfo.addTo(Lifecycle.closed(), peer);
    }
    if (e instanceof SocketTimeoutException) {
      return HostInfo.addToTimeout(e, peer);
    }
    if (e instanceof InterruptedIOException) {
      return new SocketException("Closed by interrupt");
    }
    return e; // the channel's message names the peer, if it may
  }
}
