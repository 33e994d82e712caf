package jfs.bench.program;

import java.io.IOException;
import java.rmi.NotBoundException;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.util.Arrays;
import jfs.bench.child.Client;
import jfs.bench.child.CpuTime;
import jfs.bench.child.Hosts;
import jfs.bench.child.Samples;

/**
 * Times calls of an {@link RmiServer}. Commands: {@code null|bytes|ints|doubles ELEMENTS COUNT},
 * {@code tree LEVELS COUNT}.
 */
final class RmiClient implements Client {

  /** What arrays are filled with. */
  private static final byte LAST = 42;

  /** A call that answers whether it got what it should. */
  private interface Call {
    boolean succeeds() throws RemoteException;
  }

  /**
   * A call with what it sends.
   *
   * @param argumentBytes the argument's, serialized
   */
  private record Sending(Call call, long argumentBytes) {}

  private final Measured server;

  /** For the registry's port. */
  RmiClient(int port) throws IOException, NotBoundException {
    server =
        (Measured)
            LocateRegistry.getRegistry(Hosts.server().getHostAddress(), port)
                .lookup(RmiServer.NAME);
  }

  @Override
  public String answer(String[] command) throws IOException {
    Sending sending = sending(command[0], Integer.parseInt(command[1]));
    String times = time(sending.call, Integer.parseInt(command[2]));
    return times + " argument=" + sending.argumentBytes;
  }

  private Sending sending(String name, int size) throws IOException {
    return switch (name) {
      case "null" -> new Sending(this::ping, 0);
      case "bytes" -> bytes(size);
      case "ints" -> ints(size);
      case "doubles" -> doubles(size);
      case "tree" -> tree(size);
      default -> throw new IllegalArgumentException("no such call: " + name);
    };
  }

  private boolean ping() throws RemoteException {
    server.ping();
    return true;
  }

  private Sending bytes(int size) throws IOException {
    byte[] values = new byte[size];
    Arrays.fill(values, LAST);
    return new Sending(() -> server.bytes(values) == size + LAST, Serialized.bytes(values));
  }

  private Sending ints(int size) throws IOException {
    int[] values = new int[size];
    Arrays.fill(values, LAST);
    return new Sending(() -> server.ints(values) == size + LAST, Serialized.bytes(values));
  }

  private Sending doubles(int size) throws IOException {
    double[] values = new double[size];
    Arrays.fill(values, LAST);
    return new Sending(() -> server.doubles(values) == size + LAST, Serialized.bytes(values));
  }

  private Sending tree(int levels) throws IOException {
    Tree tree = Tree.balanced(levels);
    int sum = tree.sum();
    return new Sending(() -> server.tree(tree) == sum, Serialized.bytes(tree));
  }

  private static String time(Call call, int count) throws RemoteException {
    Samples samples = new Samples(count);
    long cpu = CpuTime.nanos();
    samples.begin();
    for (int i = 0; i < count; i++) {
      if (!call.succeeds()) {
        throw new IllegalStateException("call " + i + " got a wrong answer");
      }
      samples.lap();
    }
    return samples.answer(CpuTime.nanos() - cpu);
  }
}
