package jfs.shm.stream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import jfs.core.ring.Chunk;
import jfs.core.ring.ChunkPool;
import jfs.core.ring.ControlBlock;
import jfs.core.ring.RingReceiver;
import jfs.core.ring.RingSender;
import jfs.core.tcp.PeerEnding;
import jfs.core.transport.Anchor;
import jfs.core.transport.Preference;
import jfs.core.transport.Reason;
import jfs.core.transport.TransportFailure;
import jfs.core.wait.Futex;
import jfs.shm.memory.ChunkSizes;

/**
 * One direction of a connection, of real TCP and of a ring in this test's own memory. Both ends
 * sleep on TCP, without futex and without polling.
 */
final class OneDirection implements AutoCloseable {

  /** Has memory for so many more chunks. */
  static final class Pool implements ChunkPool {
    final ByteBuffer memory = ByteBuffer.allocateDirect(8 << 20).order(ByteOrder.nativeOrder());
    int used = 4096;
    int chunks = 1;

    @Override
    public synchronized Chunk allocate(int size) {
      if (chunks == 0) {
        return null;
      }
      chunks--;
      used += size;
      return new Chunk(memory, used - size, size);
    }

    @Override
    public void free(Chunk chunk) {}
  }

  static final class End implements PairOwner, Anchor {
    final Socket socket;
    final CompletableFuture<Reason> explained = new CompletableFuture<>();

    /** The most bytes that a read may ask for; for more there is no direct memory. */
    volatile int mostRead = Integer.MAX_VALUE;

    /** What this end has been told of its pair. */
    final List<TransportFailure> failures = new CopyOnWriteArrayList<>();

    /** How many reads found no memory. */
    final AtomicInteger readsWithoutMemory = new AtomicInteger();

    /** How many more writes find no direct memory. */
    final AtomicInteger writesWithoutMemory = new AtomicInteger();

    /** How many more reads that wait find the stack full once they have got something. */
    final AtomicInteger overflows = new AtomicInteger();

    /** How many reads that wait have begun. */
    final AtomicInteger waits = new AtomicInteger();

    /** Whether the JDK lacks heap to end TCP's direction. */
    volatile boolean endsWithoutMemory;

    /** How often a selector was to look. */
    final AtomicInteger changes = new AtomicInteger();

    End(Socket socket) {
      this.socket = socket;
    }

    @Override
    public void failed(TransportFailure cause) {
      failures.add(cause);
    }

    @Override
    public void changed() {
      changes.incrementAndGet();
    }

    @Override
    public int read(byte[] bytes, int offset, int length, int timeoutMillis) throws IOException {
      if (length > mostRead) {
        readsWithoutMemory.incrementAndGet();
        throw new OutOfMemoryError("Cannot reserve " + length + " bytes of direct buffer memory");
      }
      if (timeoutMillis == NO_WAIT) {
        return readNow(bytes, offset, length);
      }
      socket.setSoTimeout(timeoutMillis);
      waits.incrementAndGet();
      int n = socket.getInputStream().read(bytes, offset, length);
      if (overflows.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        throw new StackOverflowError("of this test's");
      }
      return n;
    }

    /** Finds the end of TCP, too, as a channel does. */
    private int readNow(byte[] bytes, int offset, int length) throws IOException {
      socket.setSoTimeout(1);
      try {
        return socket.getInputStream().read(bytes, offset, length);
      } catch (SocketTimeoutException e) {
        return 0;
      }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (writesWithoutMemory.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        throw new OutOfMemoryError("direct buffer memory");
      }
      socket.getOutputStream().write(bytes, offset, length);
    }

    @Override
    public int available() throws IOException {
      return socket.getInputStream().available();
    }

    @Override
    public void shutdownOutput() throws IOException {
      if (endsWithoutMemory) {
        throw new OutOfMemoryError("of this test's");
      }
      socket.shutdownOutput();
    }

    @Override
    public void resetAtClose() {}

    @Override
    public void close() {
      try {
        socket.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public long readsAt() {
      return -1;
    }

    @Override
    public void explain(Reason reason) {
      explained.complete(reason);
    }

    @Override
    public void leave() {}
  }

  final Pool pool = new Pool();

  /** What each end has signalled, if it was asked to. */
  final Signals eventFds = new Signals();

  final End sender;
  final End receiver;
  final BlockingShmSender out;
  final BlockingShmReceiver in;

  /** The receiver's own direction, from which no thread reads. */
  final BlockingShmSender back;

  OneDirection() throws IOException {
    this(null, null);
  }

  /**
   * Makes a sender with this source for its peer's state.
   *
   * @param known null for what the receiver says
   * @param futex by which each end wakes the other; null if by TCP
   */
  OneDirection(PeerEnding.Receiver known, Futex futex) throws IOException {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      sender = new End(new Socket(listener.getInetAddress(), listener.getLocalPort()));
      receiver = new End(listener.accept());
    }
    ControlBlock control = new ControlBlock(pool.memory, 0);
    control.clear();
    ControlBlock otherControl = new ControlBlock(pool.memory, 1024);
    otherControl.clear();
    Chunk first = pool.allocate(ChunkSizes.FIRST);
    RingSender ring = new RingSender(control, first, pool);
    Sleeper sleeper = new Sleeper(sender, futex, eventFds, false, Preference.NONE);
    PeerEnding peer = new PeerEnding(known == null ? control : known);
    out = new BlockingShmSender(control, ring, sleeper, false, sender, peer);
    RingSender other = new RingSender(otherControl, new Chunk(pool.memory, 2048, 1024), pool);
    Sleeper otherSleeper = new Sleeper(receiver, futex, eventFds, false, Preference.NONE);
    back = new BlockingShmSender(otherControl, other, otherSleeper, false, receiver);
    in =
        new BlockingShmReceiver(
            control, new RingReceiver(control, first), otherSleeper, back.peer(), receiver);
  }

  /** Has a thread read a byte: its value, or -1. */
  FutureTask<Integer> startReadingOne() {
    FutureTask<Integer> reading =
        new FutureTask<>(
            () -> {
              byte[] one = new byte[1];
              return in.receive(one, 0, 1, 0) == 1 ? (int) one[0] : -1;
            });
    Thread thread = new Thread(reading);
    thread.setDaemon(true);
    thread.start();
    return reading;
  }

  /** Sends a byte. */
  void send(int value) throws IOException {
    out.send(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void close() throws IOException {
    sender.socket.close();
    receiver.socket.close();
  }
}
