package jfs.agent.programs;

import java.io.IOException;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.RMIServerSocketFactory;
import java.rmi.server.UnicastRemoteObject;
import java.util.Arrays;

/** Calls itself by RMI, and ends. */
public final class RmiCalls {

  private RmiCalls() {}

  /** What is called. */
  public interface Sorter extends Remote {
    int[] sort(int[] numbers) throws RemoteException;

    Object call(Sorter back) throws RemoteException;
  }

  private static final class LocalSorter implements Sorter {
    @Override
    public int[] sort(int[] numbers) {
      int[] sorted = numbers.clone();
      Arrays.sort(sorted);
      return sorted;
    }

    @Override
    public Object call(Sorter back) throws RemoteException {
      if (back == null) {
        throw new IllegalArgumentException("nobody to call");
      }
      return Arrays.toString(back.sort(new int[] {2, 1}));
    }
  }

  /** Remembers where it listens. */
  private static final class Listeners implements RMIServerSocketFactory, Serializable {
    private static volatile int port;

    @Override
    public ServerSocket createServerSocket(int at) throws IOException {
      ServerSocket listener = new ServerSocket(at, 50, InetAddress.getLoopbackAddress());
      port = listener.getLocalPort();
      return listener;
    }
  }

  public static void main(String[] args) throws Exception {
    System.setProperty("java.rmi.server.hostname", "127.0.0.1");
    Registry own = LocateRegistry.createRegistry(0, null, new Listeners());
    Sorter sorter = new LocalSorter();
    UnicastRemoteObject.exportObject(sorter, 0);
    Registry registry = LocateRegistry.getRegistry("127.0.0.1", Listeners.port);
    registry.bind("sorter", sorter);
    Sorter stub = (Sorter) registry.lookup("sorter");
    System.out.println(Arrays.toString(registry.list()));
    System.out.println(Arrays.toString(stub.sort(new int[] {3, 1, 2})));
    System.out.println(stub.sort(new int[100_000]).length);
    System.out.println(stub.call(stub));
    Say.outcome("exception", () -> stub.call(null));
    try {
      registry.lookup("nobody");
    } catch (NotBoundException e) {
      System.out.println("not bound: " + e.getMessage());
    }
    UnicastRemoteObject.unexportObject(sorter, true);
    UnicastRemoteObject.unexportObject(own, true);
  }
}
