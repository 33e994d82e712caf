package jfs.bench.program;

import java.io.IOException;
import java.rmi.NotBoundException;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import jfs.bench.child.Client;
import jfs.bench.child.CpuTime;
import jfs.bench.child.Hosts;
import jfs.bench.child.Samples;

/**
 * Times calls of an {@link RmiServer}. Commands: {@code KIND SIZE COUNT}, with the kinds and sizes
 * of {@link RmiArguments}.
 */
final class RmiClient implements Client {

  private final RmiArguments arguments;

  /** For the registry's port. */
  RmiClient(int port) throws IOException, NotBoundException {
    arguments =
        new RmiArguments(
            (Measured)
                LocateRegistry.getRegistry(Hosts.server().getHostAddress(), port)
                    .lookup(RmiServer.NAME));
  }

  @Override
  public String answer(String[] command) throws IOException {
    RmiArguments.Sending sending = arguments.of(command[0], Integer.parseInt(command[1]));
    String times = time(sending.call(), Integer.parseInt(command[2]));
    return times + " argument=" + sending.argumentBytes();
  }

  private static String time(RmiArguments.Call call, int count) throws RemoteException {
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
