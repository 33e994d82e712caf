package jfs.contract;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import jfs.core.JfsSocketImpl;
import jfs.core.carrier.CarrierProvider;
import jfs.core.carrier.Role;
import jfs.core.stats.ConnectionReport;
import jfs.core.stats.Connections;

/**
 * JFS sockets over one kind of carrier, beside the JDK's in the same JVM.
 *
 * @param switched whether the bytes of a case go by the transport from the first one on
 */
record CarrierKind(CarrierProvider provider, boolean switched) implements SocketKind {

  private static final boolean AWAIT_TRANSPORT = Boolean.getBoolean("jfs.contract.await");

  @Override
  public String name() {
    return "jfs-" + provider.name() + (switched ? "-switched" : "");
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

  /** Makes both ends leave TCP, if this run tests that. */
  @Override
  @SuppressWarnings("ThreadPriorityCheck") // a hint: a software device may need its turn
  public void settle(Socket client, Socket server) {
    if (AWAIT_TRANSPORT) {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(Background.PATIENCE_SECONDS);
      while (!((JfsSocket) client).impl.isCommitted() || !((JfsSocket) server).impl.isCommitted()) {
        if (System.nanoTime() > deadline) {
          throw new AssertionError("still on TCP: " + reports(client.getLocalPort()));
        }
        Thread.yield();
      }
    }
    if (switched) {
      pass(client, server);
      pass(server, client);
    }
  }

  /** What JFS says of the two ends of a connection, with its reasons. */
  private static List<ConnectionReport> reports(int clientPort) {
    String port = ":" + clientPort;
    Connections.ofProcess().learn();
    return Connections.ofProcess().live().stream()
        .flatMap(live -> ConnectionReport.of(live).stream())
        .filter(report -> report.local().endsWith(port) || report.remote().endsWith(port))
        .toList();
  }

  /** Sends the last byte on TCP, and the first one that does not go there. */
  private static void pass(Socket from, Socket to) {
    try {
      for (int i = 0; i < 2; i++) {
        from.getOutputStream().write(i);
        if (to.getInputStream().read() != i) {
          throw new AssertionError("not what was sent: " + from + ", " + to);
        }
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private JfsSocketImpl newImpl(Role role) {
    return new JfsSocketImpl(provider.newCarrier(role));
  }

  private static final class JfsSocket extends Socket {
    private final JfsSocketImpl impl;

    JfsSocket(JfsSocketImpl impl) throws SocketException {
      super(impl);
      this.impl = impl;
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
