package jfs.apps;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.NoSuchObjectException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.RMIServerSocketFactory;
import java.rmi.server.UnicastRemoteObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Where the other processes reach one of them: its mailbox and its echo, in a registry of its own.
 * All listen at one port, the kernel's choice; callers use the JDK's default sockets.
 */
final class Endpoint implements AutoCloseable {

  private static final String MAILBOX = "mailbox";
  private static final String ECHO = "echo";
  private static final int BACKLOG = 50;

  private final InetAddress address;
  private final int rank;
  private final Inbox inbox;
  private final Echo echo = new Mirror();
  private final Registry registry;
  private final int port;

  /** One for each endpoint, which a lambda would not be: an object is exported only once. */
  private static final class Mirror implements Echo {
    @Override
    public double[] echo(double[] values) {
      return values;
    }
  }

  private Endpoint(InetAddress address, int rank, Inbox inbox) throws IOException {
    this.address = address;
    this.rank = rank;
    this.inbox = inbox;
    AtomicReference<ServerSocket> socket = new AtomicReference<>();
    RMIServerSocketFactory noted =
        wanted -> {
          socket.set(new ServerSocket(wanted, BACKLOG, address));
          return socket.get();
        };
    registry = LocateRegistry.createRegistry(0, null, noted);
    registry.rebind(MAILBOX, UnicastRemoteObject.exportObject(inbox, 0, null, noted));
    registry.rebind(ECHO, UnicastRemoteObject.exportObject(echo, 0, null, noted));
    port = socket.get().getLocalPort();
  }

  /** Makes a process of some rank reachable. */
  static Endpoint open(int rank, int processes, InetAddress address, Duration patience)
      throws IOException {
    // What stubs call; the name of this host may be another address's.
    System.setProperty("java.rmi.server.hostname", address.getHostAddress());
    return new Endpoint(address, rank, new Inbox(processes, patience));
  }

  /** The port of its registry. */
  int port() {
    return port;
  }

  /** Looks up the mailboxes of all processes. */
  World meet(List<Integer> ports) throws IOException, NotBoundException {
    List<Mailbox> mailboxes = new ArrayList<>();
    for (int other = 0; other < ports.size(); other++) {
      mailboxes.add(other == rank ? inbox : (Mailbox) lookup(ports.get(other), MAILBOX));
    }
    return new World(rank, inbox, mailboxes);
  }

  /** Looks up the echo of one process. */
  Echo echo(int port) throws IOException, NotBoundException {
    return (Echo) lookup(port, ECHO);
  }

  private Remote lookup(int port, String name) throws IOException, NotBoundException {
    return LocateRegistry.getRegistry(address.getHostAddress(), port).lookup(name);
  }

  /** Ends calls from others. */
  @Override
  public void close() throws NoSuchObjectException {
    UnicastRemoteObject.unexportObject(registry, true);
    UnicastRemoteObject.unexportObject(inbox, true);
    UnicastRemoteObject.unexportObject(echo, true);
  }
}
