package jfs.agent.demo;

import java.io.IOException;
import java.net.ServerSocket;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.RMIServerSocketFactory;
import java.rmi.server.UnicastRemoteObject;

/**
 * {@code DemoServer [PORT]}: says the port of its registry, and serves until standard input ends;
 * for ever with a port that is given.
 */
public final class DemoServer implements DemoService {

  static final String NAME = "demo";

  /**
   * Held as long as the class: RMI itself holds what is exported only weakly, and ends a JVM in
   * which nothing is exported any more.
   */
  private static final DemoServer SERVER = new DemoServer();

  private DemoServer() {}

  /** Listens on the kernel's choice of port, and says which that is. */
  private static final class SayingPort implements RMIServerSocketFactory {
    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
      ServerSocket made = new ServerSocket(port);
      System.out.println(made.getLocalPort());
      return made;
    }
  }

  /** Serves. */
  public static void main(String[] arguments) throws Exception {
    int port = arguments.length == 0 ? 0 : Integer.parseInt(arguments[0]);
    Registry registry = LocateRegistry.createRegistry(port, null, new SayingPort());
    registry.rebind(NAME, UnicastRemoteObject.exportObject(SERVER, 0));
    System.out.println("ready");
    if (port != 0) {
      return; // what is exported keeps the JVM
    }
    while (System.in.read() >= 0) {
      // The client still runs.
    }
    System.exit(0);
  }

  @Override
  public void call() throws RemoteException {
    // The time that this takes is the time of a call.
  }

  @Override
  public byte[] echo(byte[] bytes) throws RemoteException {
    return bytes;
  }
}
