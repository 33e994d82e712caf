package jfs.agent.demo;

import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * {@code DemoClient PORT}: calls the server for some seconds, and then says what a call has taken
 * in the median, in nanoseconds: one that does nothing, and one with 100 KB there and back.
 */
public final class DemoClient {

  private static final int ARRAY_BYTES = 100 * 1024;
  private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long MEASURED_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int MOST_CALLS = 1_000_000;

  private DemoClient() {}

  private interface Call {
    void make() throws RemoteException;
  }

  /** Calls. */
  public static void main(String[] arguments) throws Exception {
    int port = Integer.parseInt(arguments[0]);
    DemoService server =
        (DemoService) LocateRegistry.getRegistry(null, port).lookup(DemoServer.NAME);
    byte[] array = new byte[ARRAY_BYTES];
    System.out.println(median(server::call));
    System.out.println(median(() -> server.echo(array)));
  }

  private static long median(Call call) throws RemoteException {
    long[] nanos = new long[MOST_CALLS];
    measure(call, WARM_UP_NANOS, nanos);
    int calls = measure(call, MEASURED_NANOS, nanos);
    Arrays.sort(nanos, 0, calls);
    return nanos[calls / 2];
  }

  /** Calls for so long, but not more often than there is room for; returns how often. */
  private static int measure(Call call, long atMostNanos, long[] nanos) throws RemoteException {
    long begin = System.nanoTime();
    long before = begin;
    int calls = 0;
    while (calls < nanos.length && (calls == 0 || before - begin < atMostNanos)) {
      call.make();
      long now = System.nanoTime();
      nanos[calls++] = now - before;
      before = now;
    }
    return calls;
  }
}
