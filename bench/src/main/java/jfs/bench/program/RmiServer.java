package jfs.bench.program;

import java.io.IOException;
import java.net.ServerSocket;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.RMIServerSocketFactory;
import java.rmi.server.UnicastRemoteObject;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import jfs.bench.child.Hosts;

/** An RMI server with one object. Ports are the kernel's choice. */
final class RmiServer implements Measured {

  static final String NAME = "measured";

  private RmiServer() {}

  /** Begins, and answers the registry's port. */
  static int serve() throws IOException {
    System.setProperty("java.rmi.server.hostname", Hosts.server().getHostAddress());
    AtomicReference<ServerSocket> registrySocket = new AtomicReference<>();
    RMIServerSocketFactory noted =
        port -> {
          registrySocket.set(Hosts.listen(port));
          return registrySocket.get();
        };
    Registry registry = LocateRegistry.createRegistry(0, null, noted);
    RmiServer object = new RmiServer();
    registry.rebind(NAME, UnicastRemoteObject.exportObject(object, 0, null, Hosts::listen));
    return registrySocket.get().getLocalPort();
  }

  @Override
  public void ping() {}

  @Override
  public int bytes(byte[] values) {
    return SampleGraphs.sum(values);
  }

  @Override
  public int ints(int[] values) {
    return SampleGraphs.sum(values);
  }

  @Override
  public int doubles(double[] values) {
    return SampleGraphs.sum(values);
  }

  @Override
  public int tree(Tree tree) {
    return tree.sum();
  }

  @Override
  public int points(GridPoint[] points) {
    return SampleGraphs.sum(points);
  }

  @Override
  public int strings(String[] texts) {
    return SampleGraphs.sum(texts);
  }

  @Override
  public int map(Map<String, Integer> map) {
    return SampleGraphs.sum(map);
  }

  @Override
  public int orders(List<Purchase> orders) {
    return SampleGraphs.sum(orders);
  }
}
