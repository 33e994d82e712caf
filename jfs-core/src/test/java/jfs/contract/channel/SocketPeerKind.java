package jfs.contract.channel;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import jfs.contract.EndAddresses;

/** Peers that are sockets of {@code java.net}. */
final class SocketPeerKind implements PeerKind {

  @Override
  public String name() {
    return "socket";
  }

  @Override
  public PeerEnd connect(SocketAddress listener) throws IOException {
    Socket socket = new Socket();
    socket.connect(listener);
    return new Peer(socket);
  }

  @Override
  public Listener listen() throws IOException {
    ServerSocket listener = new ServerSocket();
    listener.bind(EndAddresses.anyServerPort());
    return new Listener() {
      @Override
      public SocketAddress address() {
        return listener.getLocalSocketAddress();
      }

      @Override
      public PeerEnd accept() throws IOException {
        return new Peer(listener.accept());
      }

      @Override
      public void close() throws IOException {
        listener.close();
      }
    };
  }

  /** One of them. */
  record Peer(Socket socket) implements PeerEnd {

    @Override
    public void send(byte... bytes) throws IOException {
      socket.getOutputStream().write(bytes);
    }

    @Override
    public byte[] receive(int length) throws IOException {
      return socket.getInputStream().readNBytes(length);
    }

    @Override
    public void shutdownOutput() throws IOException {
      socket.shutdownOutput();
    }

    @Override
    public SocketAddress localAddress() {
      return socket.getLocalSocketAddress();
    }

    @Override
    public SocketAddress remoteAddress() {
      return socket.getRemoteSocketAddress();
    }

    @Override
    public void reset() throws IOException {
      socket.setSoLinger(true, 0);
      socket.close();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
