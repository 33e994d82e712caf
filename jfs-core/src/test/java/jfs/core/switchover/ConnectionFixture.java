package jfs.core.switchover;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import jfs.core.stats.ConnectionStats;
import jfs.core.stats.Connections;
import jfs.core.stats.Origin;
import jfs.core.transport.FourTuple;
import jfs.core.transport.Preference;
import jfs.core.transport.Reason;

/** A connection on a fake carrier, for one test. */
final class ConnectionFixture {

  static final int PATIENCE_SECONDS = 20 * Integer.getInteger("jfs.test.patience", 1);

  private static final InetAddress HERE = InetAddress.getLoopbackAddress();
  private static final FourTuple ENDS = new FourTuple(HERE, 1, HERE, 2);

  final FakeCarrier carrier = new FakeCarrier();
  final ConnectionStats stats =
      new Connections().add(this, Origin.OPENED, ENDS, Reason.UNPAIRED).stats();
  final SwitchableConnection connection;

  /** What the connection is registered with. */
  final RecordingProvider provider = new RecordingProvider();

  ConnectionFixture() throws IOException {
    this(Preference.NONE);
  }

  ConnectionFixture(Preference preference) throws IOException {
    DeferredSocket socket = new DeferredSocket(carrier, ENDS, true, preference, stats, null);
    connection =
        socket.create(new UpgradePolicy(new ListenerHistory(), FirstPair.of(false), socket.own()));
  }

  /** A connection with an installed transport, which is committed only if the argument is. */
  static ConnectionFixture with(FakeTransport transport) throws IOException {
    ConnectionFixture fixture = new ConnectionFixture();
    fixture.register();
    if (!fixture.connection.negotiation().install(transport)) {
      throw new AssertionError("not free");
    }
    return fixture;
  }

  void register() {
    connection.register(provider);
  }

  void write(int length) throws IOException {
    connection.write(new byte[length], 0, length);
  }

  /** Reads into a larger array and returns what came; the rest of the array must be unchanged. */
  byte[] read(int length) throws IOException {
    byte[] bytes = new byte[length + 4];
    Arrays.fill(bytes, (byte) 0x55);
    int n = connection.read(bytes, 2, length);
    for (int i = 0; i < bytes.length; i++) {
      if ((i < 2 || i >= 2 + Math.max(n, 0)) && bytes[i] != 0x55) {
        throw new AssertionError("byte " + (i - 2) + " written, answered " + n);
      }
    }
    return n < 0 ? null : Arrays.copyOfRange(bytes, 2, 2 + n);
  }

  static byte[] numbers(int from, int to) {
    byte[] bytes = new byte[to - from];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (from + i);
    }
    return bytes;
  }

  /** An operation on a thread of its own. */
  static <T> FutureTask<T> start(Callable<T> operation) {
    FutureTask<T> task = new FutureTask<>(operation);
    Thread thread = new Thread(task, "other");
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  /** What an operation returns or throws, soon. */
  static <T> T soon(FutureTask<T> task) throws Exception {
    try {
      return task.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    } catch (TimeoutException e) {
      throw new AssertionError("never", e);
    }
  }

  static void await(CountDownLatch latch) {
    try {
      if (!latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("never");
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** A place where a thread stops, so that others can do something meanwhile. */
  static final class Stop {
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch let = new CountDownLatch(1);

    void stopHere() {
      arrived.countDown();
      await(let);
    }

    void awaitArrival() {
      await(arrived);
    }

    void letGo() {
      let.countDown();
    }
  }
}
