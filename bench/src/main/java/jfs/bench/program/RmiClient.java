package jfs.bench.program;

import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.util.Arrays;

/**
 * Times calls of an {@link RmiServer}.
 *
 * <p>Argument: the registry's port. Commands: {@code null|bytes|ints|doubles ELEMENTS COUNT},
 * {@code tree LEVELS COUNT}.
 */
public final class RmiClient {

  /** What arrays are filled with. */
  private static final byte LAST = 42;

  /** A call that answers whether it got what it should. */
  private interface Call {
    boolean succeeds() throws RemoteException;
  }

  private final Measured server;

  private RmiClient(Measured server) {
    this.server = server;
  }

  public static void main(String[] args) throws Exception {
    Commands commands = Commands.open();
    try {
      Measured server =
          (Measured)
              LocateRegistry.getRegistry(Hosts.server().getHostAddress(), Integer.parseInt(args[0]))
                  .lookup(RmiServer.NAME);
      RmiClient client = new RmiClient(server);
      Commands.answer("ready=1");
      for (; ; ) {
        String[] command = commands.next();
        Call call = client.call(command[0], Integer.parseInt(command[1]));
        Commands.answer(time(call, Integer.parseInt(command[2])));
      }
    } catch (Exception e) {
      Commands.fail(e);
    }
  }

  private Call call(String name, int size) {
    return switch (name) {
      case "null" -> this::ping;
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

  private Call bytes(int size) {
    byte[] values = new byte[size];
    Arrays.fill(values, LAST);
    return () -> server.bytes(values) == size + LAST;
  }

  private Call ints(int size) {
    int[] values = new int[size];
    Arrays.fill(values, LAST);
    return () -> server.ints(values) == size + LAST;
  }

  private Call doubles(int size) {
    double[] values = new double[size];
    Arrays.fill(values, LAST);
    return () -> server.doubles(values) == size + LAST;
  }

  private Call tree(int levels) {
    Tree tree = Tree.balanced(levels);
    int sum = tree.sum();
    return () -> server.tree(tree) == sum;
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
