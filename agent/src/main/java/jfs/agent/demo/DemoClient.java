package jfs.agent.demo;

import java.rmi.NotBoundException;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * {@code DemoClient PORT [HOST]}: calls the server for some seconds, and then says what a call has
 * taken in the median, in nanoseconds: one that does nothing, and one with 100 KB there and back.
 * For a server on another host, or in another container, which may start later, it waits.
 */
public final class DemoClient {

  private static final int ARRAY_BYTES = 100 * 1024;
  private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long MEASURED_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long RETRY_MILLIS = 200;
  private static final int MOST_CALLS = 1_000_000;

  private DemoClient() {}

  private interface Call {
    void make() throws RemoteException;
  }

  /** Calls. */
  public static void main(String[] arguments) throws Exception {
    int port = Integer.parseInt(arguments[0]);
    DemoService server = arguments.length == 1 ? find(null, port) : await(arguments[1], port);
    byte[] array = new byte[ARRAY_BYTES];
    System.out.println(median(server::call));
    System.out.println(median(() -> server.echo(array)));
  }

  private static DemoService find(String host, int port) throws RemoteException, NotBoundException {
    return (DemoService) LocateRegistry.getRegistry(host, port).lookup(DemoServer.NAME);
  }

  private static DemoService await(String host, int port)
      throws RemoteException, NotBoundException, InterruptedException {
    long begin = System.nanoTime();
    while (true) {
      try {
        return find(host, port);
      } catch (RemoteException | NotBoundException e) {
        if (System.nanoTime() - begin > PATIENCE_NANOS) {
          throw e;
        }
        Thread.sleep(RETRY_MILLIS); // nothing tells this thread when the server has started
      }
    }
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
