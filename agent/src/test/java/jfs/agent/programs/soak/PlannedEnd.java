package jfs.agent.programs.soak;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import jfs.agent.programs.soak.ConnectionPlan.Ending;

/** One end of a connection: does and expects what the plan says. */
final class PlannedEnd {

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private final ConnectionPlan plan;
  private final boolean client;
  private final AtomicLong progress;
  private final long toSend;
  private final long toReceive;

  /** Whether this end does what only one does. */
  private final boolean first;

  private final CountDownLatch brink = new CountDownLatch(1);

  /**
   * @param progress counts what was sent and received
   */
  PlannedEnd(Socket socket, ConnectionPlan plan, boolean client, AtomicLong progress)
      throws IOException {
    this.socket = socket;
    in = socket.getInputStream();
    out = socket.getOutputStream();
    this.plan = plan;
    this.client = client;
    this.progress = progress;
    toSend = client ? plan.clientBytes() : plan.serverBytes();
    toReceive = client ? plan.serverBytes() : plan.clientBytes();
    first = client == plan.clientFirst();
  }

  /** Plays it to the end; throws whatever is not as planned. */
  void play(ExecutorService threads) throws Exception {
    if (plan.dialogue()) {
      converse();
      return;
    }
    boolean torn = isTorn();
    Future<?> writing = threads.submit(called(this::write));
    Future<?> closer = torn && first ? threads.submit(called(this::tear)) : null;
    try {
      read();
    } finally {
      brink.countDown();
      if (torn) {
        // No thread reads any more, so the writer would wait for ever.
        socket.close();
      }
    }
    writing.get();
    if (closer != null) {
      closer.get();
    }
    end();
  }

  private interface Action {
    void run() throws Exception;
  }

  private static Callable<Void> called(Action action) {
    return () -> {
      action.run();
      return null;
    };
  }

  private boolean isTorn() {
    return plan.ending() == Ending.ABORT || plan.ending() == Ending.RESET;
  }

  private void write() throws IOException {
    Random random = new Random(plan.seed() + (client ? 1 : 2));
    Noise noise = new Noise(plan.seed() + (client ? 3 : 4));
    try {
      for (long sent = 0; sent < toSend; ) {
        int n = (int) Math.min(ConnectionPlan.size(random), toSend - sent);
        byte[] bytes = new byte[n];
        noise.fill(sent, bytes, 0, n);
        out.write(bytes);
        sent += n;
        progress.addAndGet(n);
        dawdle(random);
      }
      if (plan.ending() == Ending.HALF_CLOSE) {
        socket.shutdownOutput();
      }
    } catch (SocketException e) {
      if (!isTorn()) {
        throw e;
      }
    }
  }

  private static void dawdle(Random random) {
    if (random.nextInt(16) == 0) {
      LockSupport.parkNanos(random.nextInt(2_000_000));
    }
  }

  private void read() throws IOException {
    Random random = new Random(plan.seed() + (client ? 5 : 6));
    Noise noise = new Noise(plan.seed() + (client ? 4 : 3));
    byte[] bytes = new byte[64 * 1024];
    long received = 0;
    long brinkAt = isTorn() && first ? (long) (toReceive * random.nextDouble()) : -1;
    boolean closesAfter = plan.ending() == Ending.CLOSE && first;
    try {
      while (!closesAfter || received < toReceive) {
        int n = readSome(random, bytes);
        if (n < 0) {
          break;
        }
        noise.check(received, bytes, 0, n);
        received += n;
        progress.addAndGet(n);
        if (brinkAt >= 0 && received >= brinkAt) {
          brink.countDown();
        }
        dawdle(random);
      }
    } catch (SocketException e) {
      if (!isTorn()) {
        throw e;
      }
      return;
    }
    if (received != toReceive && !isTorn()) {
      throw new IllegalStateException("end of file after " + received + " of " + toReceive);
    }
    if (received > toReceive) {
      throw new IllegalStateException(received + " bytes instead of " + toReceive);
    }
  }

  private int readSome(Random random, byte[] bytes) throws IOException {
    int length = Math.min(bytes.length, ConnectionPlan.size(random));
    if (random.nextInt(8) == 0) {
      int available = in.available();
      if (available < 0 || available > toReceive) {
        throw new IllegalStateException(available + " bytes available");
      }
    }
    int timeout = random.nextInt(8) == 0 ? 1 + random.nextInt(5) : 0;
    while (timeout > 0) {
      socket.setSoTimeout(timeout);
      try {
        return in.read(bytes, 0, length);
      } catch (SocketTimeoutException e) {
        timeout = random.nextBoolean() ? timeout * 2 : 0;
      }
    }
    socket.setSoTimeout(0);
    return in.read(bytes, 0, length);
  }

  /** Closes at some moment, while others read and write. */
  private void tear() throws Exception {
    brink.await();
    if (plan.ending() == Ending.RESET) {
      socket.setSoLinger(true, 0);
    }
    socket.close();
  }

  /** By turns, the client first. */
  private void converse() throws IOException {
    Random sizes = new Random(plan.seed() + 1);
    Noise sent = new Noise(plan.seed() + (client ? 3 : 4));
    Noise received = new Noise(plan.seed() + (client ? 4 : 3));
    int turns = 1 + sizes.nextInt(400);
    long[] positions = new long[2];
    for (int turn = 0; turn < turns; turn++) {
      int size = 1 + ConnectionPlan.size(sizes) / 16;
      int side = turn % 2;
      if (client == (side == 0)) {
        byte[] bytes = new byte[size];
        sent.fill(positions[side], bytes, 0, size);
        out.write(bytes);
      } else {
        byte[] bytes = in.readNBytes(size);
        if (bytes.length != size) {
          throw new IllegalStateException("end of file after " + bytes.length + " of " + size);
        }
        received.check(positions[side], bytes, 0, size);
      }
      positions[side] += size;
      progress.addAndGet(size);
    }
    if (plan.ending() == Ending.HALF_CLOSE) {
      socket.shutdownOutput();
    }
    end();
  }

  private void end() throws IOException {
    boolean awaitsEnd = !isTorn() && (plan.ending() == Ending.HALF_CLOSE || !first);
    if (awaitsEnd) {
      socket.setSoTimeout(0); // the last read may have had a short one
      if (in.read() >= 0) {
        throw new IllegalStateException("a byte after the last");
      }
    }
    socket.close();
  }
}
