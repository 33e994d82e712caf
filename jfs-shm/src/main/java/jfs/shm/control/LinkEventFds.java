package jfs.shm.control;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import jfs.core.config.Log;
import jfs.core.host.HostServices;
import jfs.core.transport.FirstUse;
import jfs.core.wait.SelectorEventFd;
import jfs.shm.stream.EventFds;

/**
 * The eventfds of the two JVMs of a link. A JVM sends the peer that of a selector when a channel
 * there is about to sleep for the first time, and has it signalled once the peer has said that it
 * holds it; until then the peer rings on TCP. A peer may have no descriptor left for it.
 *
 * <p>One is on its way at a time: the kernel limits how many descriptors all processes of a user
 * have on their way, and a peer that is stopped takes none.
 *
 * <p>Any thread may call the methods of {@link EventFds}; the others are for the manager's thread.
 */
final class LinkEventFds implements EventFds {

  /** How long a peer without a descriptor to spare is left alone. */
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final int NONE = -1;
  private static final int[] NOTHING = {};

  /** The socket of a link, as what carries descriptors. */
  interface Socket {

    /**
     * Sends a frame with a descriptor, which the caller keeps open as long as the link lives, or
     * nothing if that can't be done now.
     */
    boolean sendNow(ByteBuffer frame, int descriptor) throws IOException;

    /** Sends a frame. */
    void send(ByteBuffer frame) throws IOException;

    /** The descriptor that came first, the caller's to close; or {@link HostServices#NO_ROOM}. */
    int takeDescriptor() throws IOException;

    /** What closes descriptors and signals eventfds. */
    HostServices services();
  }

  private final Socket socket;
  private final Executor tasks;
  private final Consumer<String> broken;

  /** Whether both JVMs take eventfds. Written by the manager's thread, as is the next field. */
  private volatile boolean agreed;

  /** Those of this JVM's own that the peer holds, a bit each, by number. */
  private volatile long held;

  /** Those, and the one that is on its way or about to be. */
  private final AtomicLong sent = new AtomicLong();

  /** When the next may be sent, of {@link System#nanoTime}. */
  private volatile long notBefore = System.nanoTime();

  /**
   * Descriptors of the peer's by number. Replaced, never changed, by the manager's thread, before
   * it tells the peer that one is held. So a sender that finds a word armed for it sees it.
   */
  private volatile int[] peers = NOTHING;

  /**
   * Makes those of a link, none yet.
   *
   * @param tasks has the manager's thread run what it is given
   * @param broken receives the reason if the link cannot be used any more
   */
  LinkEventFds(Socket socket, Executor tasks, Consumer<String> broken) {
    this.socket = socket;
    this.tasks = tasks;
    this.broken = broken;
  }

  /**
   * Uses once what a program's thread first needs to have an eventfd sent, or to signal one: the
   * JVM looks a native method up at its first call, which takes heap.
   */
  static void useOnce() {
    FirstUse.of(Sending.class);
    HostServices services = HostServices.installed();
    if (services != null) {
      services.signal(NONE); // which is no descriptor
    }
  }

  /** Both JVMs take eventfds. */
  void agree() {
    agreed = true;
  }

  @Override
  public boolean isHeldByPeer(SelectorEventFd own) {
    long now = held;
    long bit = 1L << own.number();
    if ((now & bit) != 0) {
      return true;
    }
    if (agreed && sent.get() == now && System.nanoTime() - notBefore >= 0) {
      send(own, now, bit);
    }
    return false;
  }

  private void send(SelectorEventFd own, long before, long bit) {
    if (sent.compareAndSet(before, before | bit)) {
      boolean done = false;
      try {
        tasks.execute(new Sending(own));
        done = true;
      } catch (OutOfMemoryError | LinkageError e) {
        Log.debug("no memory to send an eventfd");
      } finally {
        if (!done) {
          sent.set(before); // the next channel that sleeps tries again
        }
      }
    }
  }

  /** Has the manager's thread send one to the peer. */
  private final class Sending implements Runnable {
    private final SelectorEventFd own;

    Sending(SelectorEventFd own) {
      this.own = own;
    }

    @Override
    public void run() {
      ByteBuffer frame = Frame.of(FrameType.EVENTFD).u16(own.number()).finish();
      try {
        if (!socket.sendNow(frame, own.descriptor())) {
          refused();
        }
      } catch (IOException e) {
        broken.accept(String.valueOf(e.getMessage()));
      }
    }
  }

  /** The peer has answered whether it holds the one that was on its way. */
  void answered(int number, boolean isHeld) throws IOException {
    long bit = 1L << checked(number);
    if ((held & bit) != 0 || sent.get() != (held | bit)) {
      return; // none was
    }
    if (isHeld) {
      held |= bit;
    } else {
      refused();
    }
  }

  private void refused() {
    notBefore = System.nanoTime() + PAUSE_NANOS;
    sent.set(held);
  }

  /**
   * The peer has sent one; or again, if it had no memory to note that it had. A number never gets
   * another eventfd.
   *
   * @throws IOException if the peer has sent no descriptor, or a number that there is not
   */
  void take(int number) throws IOException {
    checked(number);
    // First what takes memory. This may be called again then, and takes the descriptor once.
    int[] more = Arrays.copyOf(peers, Math.max(peers.length, number + 1));
    Arrays.fill(more, peers.length, more.length, NONE);
    ByteBuffer yes = answer(number, 1);
    ByteBuffer no = answer(number, 0);
    int descriptor = socket.takeDescriptor();
    if (more[number] == NONE && isUsable(descriptor)) {
      more[number] = descriptor;
      peers = more;
    } else if (descriptor != HostServices.NO_ROOM) {
      socket.services().close(descriptor);
    }
    try {
      socket.send(more[number] == NONE ? no : yes);
    } catch (OutOfMemoryError e) {
      // Without an answer the peer goes on to ring.
    }
  }

  /** Whatever is wrong with it, the link can do without. */
  private boolean isUsable(int descriptor) {
    if (descriptor == HostServices.NO_ROOM) {
      return false;
    }
    try {
      socket.services().checkEventFd(descriptor);
      return true;
    } catch (IOException | OutOfMemoryError | LinkageError e) {
      return false;
    }
  }

  private static ByteBuffer answer(int number, int isHeld) {
    return Frame.of(FrameType.EVENTFD_HELD).u16(number).u16(isHeld).finish();
  }

  private static int checked(int number) throws IOException {
    if (number >= SelectorEventFd.MOST) {
      throw new IOException("eventfd " + number);
    }
    return number;
  }

  @Override
  public void signal(int number) {
    int[] known = peers;
    if (number < known.length && known[number] != NONE) {
      socket.services().signal(known[number]);
    }
  }

  /** Closes the peer's: no thread of this JVM is in the link's memory, nor will be. */
  void close() {
    int[] known = peers;
    peers = NOTHING; // takes no memory: the arenas are closed after that
    for (int descriptor : known) {
      if (descriptor != NONE) {
        socket.services().close(descriptor);
      }
    }
  }
}
