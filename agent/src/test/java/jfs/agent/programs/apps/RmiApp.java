package jfs.agent.programs.apps;

import java.net.ServerSocket;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.RMIServerSocketFactory;
import java.rmi.server.UnicastRemoteObject;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import jfs.agent.programs.ServerHost;

/** Remote method invocation of the JDK. */
final class RmiApp implements AppKind {

  private static final String NAME = "sorter";
  private static final int NUMBERS = 25_000;

  /** What is called. */
  interface Sorter extends Remote {
    int[] sort(int[] numbers) throws RemoteException;
  }

  /** Kept here so that it is not collected. */
  private static Sorter exported;

  @Override
  public int serve() throws Exception {
    System.setProperty("java.rmi.server.hostname", ServerHost.ADDRESS.getHostAddress());
    AtomicReference<ServerSocket> last = new AtomicReference<>();
    RMIServerSocketFactory factory =
        port -> {
          last.set(new ServerSocket(port, 50, ServerHost.ADDRESS));
          return last.get();
        };
    Registry registry = LocateRegistry.createRegistry(0, null, factory);
    int port = last.get().getLocalPort();
    exported =
        numbers -> {
          Arrays.sort(numbers);
          return numbers;
        };
    registry.rebind(NAME, UnicastRemoteObject.exportObject(exported, 0, null, factory));
    return port;
  }

  @Override
  public Client connect(int port) throws Exception {
    Sorter sorter =
        (Sorter) LocateRegistry.getRegistry(ServerHost.ADDRESS.getHostAddress(), port).lookup(NAME);
    int[] sorted = new int[NUMBERS];
    int[] reversed = new int[NUMBERS];
    for (int i = 0; i < NUMBERS; i++) {
      sorted[i] = i;
      reversed[i] = NUMBERS - 1 - i;
    }
    return () -> {
      if (!Arrays.equals(sorted, sorter.sort(reversed))) {
        throw new IllegalStateException("not what was to be sorted");
      }
    };
  }
}
