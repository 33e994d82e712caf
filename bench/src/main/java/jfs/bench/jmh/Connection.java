package jfs.bench.jmh;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import jfs.core.JfsSocketImpl;
import jfs.core.carrier.Carriers;
import jfs.core.carrier.Role;

/** The two kinds of sockets that are compared within one JVM, without any factory installed. */
public enum Connection {
  /** The JDK's own. */
  JDK {
    @Override
    ServerSocket server() throws IOException {
      return new ServerSocket();
    }

    @Override
    Socket client() {
      return new Socket();
    }
  },
  /** JFS over the JDK's implementation. */
  JFS {
    @Override
    ServerSocket server() {
      return new JfsServerSocket();
    }

    @Override
    Socket client() throws SocketException {
      return new JfsSocket();
    }
  };

  private static final int BACKLOG = 1;

  abstract ServerSocket server() throws IOException;

  abstract Socket client() throws IOException;

  /** Listens on the loopback interface. */
  ServerSocket listen() throws IOException {
    ServerSocket server = server();
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    return server;
  }

  /** Connects to {@code server}. */
  Socket connect(ServerSocket server) throws IOException {
    Socket socket = client();
    socket.connect(server.getLocalSocketAddress());
    socket.setTcpNoDelay(true);
    return socket;
  }

  private static JfsSocketImpl impl(Role role) {
    return new JfsSocketImpl(Carriers.select("platform").newCarrier(role));
  }

  private static final class JfsSocket extends Socket {
    JfsSocket() throws SocketException {
      super(impl(Role.CLIENT));
    }
  }

  private static final class JfsServerSocket extends ServerSocket {
    JfsServerSocket() {
      super(impl(Role.LISTENER));
    }

    @Override
    public Socket accept() throws IOException {
      Socket socket = new JfsSocket();
      implAccept(socket);
      return socket;
    }
  }
}
