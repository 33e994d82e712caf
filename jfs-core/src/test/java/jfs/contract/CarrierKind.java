package jfs.contract;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketImpl;
import java.util.concurrent.Callable;
import jfs.core.JfsSocketImpl;
import jfs.core.carrier.CarrierProvider;
import jfs.core.carrier.Role;

/** JFS sockets over one kind of carrier, beside the JDK's in the same JVM. */
record CarrierKind(CarrierProvider provider) implements SocketKind {

  @Override
  public String name() {
    return "jfs-" + provider.name();
  }

  @Override
  public Socket newSocket() throws IOException {
    return new JfsSocket(newImpl(Role.CLIENT));
  }

  @Override
  public ServerSocket newServerSocket() {
    return new JfsServerSocket(this::newSocket);
  }

  @Override
  public ServerSocket newServerSocket(Callable<Socket> blank) {
    return new JfsServerSocket(blank);
  }

  private SocketImpl newImpl(Role role) {
    return new JfsSocketImpl(provider.newCarrier(role));
  }

  private static final class JfsSocket extends Socket {
    JfsSocket(SocketImpl impl) throws SocketException {
      super(impl);
    }
  }

  private final class JfsServerSocket extends ServerSocket {
    private final Callable<Socket> blank;

    JfsServerSocket(Callable<Socket> blank) {
      super(newImpl(Role.LISTENER));
      this.blank = blank;
    }

    /** The JDK's accept would ask the process-wide client factory, which is not set here. */
    @Override
    public Socket accept() throws IOException {
      if (isClosed()) {
        throw new SocketException("Socket is closed");
      }
      if (!isBound()) {
        throw new SocketException("Socket is not bound yet");
      }
      Socket accepted = SocketKind.call(blank);
      implAccept(accepted);
      return accepted;
    }
  }
}
