package jfs.bench.software;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;

/** RMI with its registry. */
final class Rmi implements Software {

  private static final int INTS = 1000;

  /** What is called. */
  interface Calls extends Remote {
    void nothing() throws RemoteException;

    int length(int[] array) throws RemoteException;

    void fail() throws RemoteException;
  }

  /** For the server's life. */
  private static final class Servant implements Calls {
    private static Servant kept;

    @Override
    public void nothing() {}

    @Override
    public int length(int[] array) {
      return array.length;
    }

    @Override
    public void fail() {
      throw new IllegalStateException("as it was asked to");
    }
  }

  private Calls stub;

  @Override
  public int serve() throws Exception {
    int port = Databases.freePort();
    Registry registry = LocateRegistry.createRegistry(port);
    Servant.kept = new Servant();
    registry.bind("calls", UnicastRemoteObject.exportObject(Servant.kept, 0));
    return port;
  }

  @Override
  public Operation phase(String name, int port) throws Exception {
    if (name.equals("registry")) {
      return () -> stub = (Calls) LocateRegistry.getRegistry("127.0.0.1", port).lookup("calls");
    }
    int[] array = new int[INTS];
    return switch (name) {
      case "null-call" -> stub::nothing;
      case "array" -> () -> require(stub.length(array) == INTS);
      case "exception" -> () -> require(fails());
      default -> throw new IllegalArgumentException(name);
    };
  }

  private boolean fails() throws RemoteException {
    try {
      stub.fail();
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }

  private static void require(boolean right) {
    if (!right) {
      throw new IllegalStateException("a wrong answer");
    }
  }
}
