package jfs.agent.programs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketImpl;

/** Accepts into sockets of its own, as programs do that subclass {@link ServerSocket}. */
public final class Subclasses {

  private Subclasses() {}

  /** A socket that knows that it is one of the program's. */
  private static class OwnSocket extends Socket {
    OwnSocket() {}

    OwnSocket(Proxy proxy) {
      super(proxy);
    }

    OwnSocket(SocketImpl impl) throws SocketException {
      super(impl);
    }
  }

  /** A listener that accepts into a given socket. */
  private static final class OwnServerSocket extends ServerSocket {
    private final Socket into;

    OwnServerSocket(Socket into) throws IOException {
      super(0, 50, InetAddress.getLoopbackAddress());
      this.into = into;
    }

    OwnServerSocket(SocketImpl impl, Socket into) throws IOException {
      super(impl);
      this.into = into;
      bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    @Override
    public Socket accept() throws IOException {
      implAccept(into);
      return into;
    }
  }

  public static void main(String[] args) throws Exception {
    InetSocketAddress nowhere = InetSocketAddress.createUnresolved("proxy.invalid", 1);
    accept("own", new OwnServerSocket(new OwnSocket()));
    accept("own with null", new OwnServerSocket(new OwnSocket((SocketImpl) null)));
    accept("SOCKS", new OwnServerSocket(new OwnSocket(new Proxy(Proxy.Type.SOCKS, nowhere))));
    accept("HTTP", new OwnServerSocket(new OwnSocket(new Proxy(Proxy.Type.HTTP, nowhere))));
    accept("direct", new OwnServerSocket(new OwnSocket(Proxy.NO_PROXY)));
    Socket timed = new OwnSocket();
    timed.setSoTimeout(1234);
    accept("timed", new OwnServerSocket(timed));
    Socket closed = new OwnSocket();
    closed.close();
    accept("closed", new OwnServerSocket(closed));
    accept("custom", new OwnServerSocket(new OwnSocket(new ChannelSocketImpl())));
    accept("custom both", custom(new OwnSocket(new ChannelSocketImpl())));
    accept("custom listener", custom(new OwnSocket()));
    accept("custom listener with null", custom(new OwnSocket((SocketImpl) null)));
  }

  private static ServerSocket custom(Socket into) throws IOException {
    return new OwnServerSocket(new ChannelSocketImpl(), into);
  }

  private static void accept(String what, ServerSocket listener) throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (listener;
        Socket client = new Socket(loopback, listener.getLocalPort())) {
      Say.outcome(
          what,
          () -> {
            try (Socket accepted = listener.accept()) {
              return (accepted.getClass().getSimpleName() + " " + accepted.getSoTimeout())
                  + (" " + Loopback.works(client, accepted))
                  + (" " + Say.withoutNumbers(accepted));
            }
          });
    }
  }
}
