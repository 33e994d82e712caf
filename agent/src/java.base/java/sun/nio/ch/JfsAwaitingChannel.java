package sun.nio.ch;

import java.io.FileDescriptor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.JfsChannelEnd;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * An asynchronous channel as its group sees it: how a pending read or write learns that it can go
 * on. The JDK says what it waits for, and is told once; whether the operation then completes, and
 * on which thread, is the JDK's to say. It may be told for nothing: it then waits again.
 *
 * <p>Once the bytes may leave TCP, a read is <em>armed</em>, and TCP becomes readable when there is
 * something; or the transport tells, by {@link #changed}. A write that finds no room looks again in
 * a moment, on the thread that has the group's timeouts.
 */
abstract class JfsAwaitingChannel extends UnixAsynchronousSocketChannelImpl {

  private static final int FAILED = Net.POLLERR | Net.POLLHUP;

  /** The pause between two looks where the kernel, if asked, would tell again and again. */
  private static final long HUNG_UP_NANOS = 1_000_000;

  private static final long NO_MEMORY_NANOS = 2_000_000;

  private static final int SPINS = -1;

  /** JFS's end; null before there is a connection, and if JFS has no part in it. */
  volatile JfsChannelEnd end;

  /** As in {@link JfsTcpChannel}: whether JFS reads and writes, since a transport may be known. */
  volatile boolean leavesToJfs;

  /** Of reads. */
  final JfsReadSpin spin = new JfsReadSpin();

  private final Port port;
  private final int descriptor;

  /**
   * Guards the fields below, and that each poll has the newest of them. Taken with the JDK's lock
   * of pending operations held, and never by a thread that calls with locks of a transport.
   */
  private final Object polling = new Object();

  /** The events that the JDK waits for, and was not told of since it last said so. */
  private int awaited;

  /** Since when a write has found no room; 0 if it has not looked yet. */
  private long waits;

  /** Whether the kernel has said that TCP has ended, or failed. */
  private boolean hungUp;

  /** Whether a thread of the group is about to look for a while, before anything else is done. */
  private boolean spins;

  /** The look that is due, and when that is; null if none is. */
  private Future<?> next;

  private long due;

  JfsAwaitingChannel(Port port) throws IOException {
    super(port);
    this.port = port;
    this.descriptor = IOUtil.fdVal(fd);
  }

  JfsAwaitingChannel(Port port, FileDescriptor fd, InetSocketAddress remote) throws IOException {
    super(port, fd, remote);
    this.port = port;
    this.descriptor = IOUtil.fdVal(fd);
  }

  /** Closes TCP, as the JDK does, and fails what is pending. */
  abstract void endTcp() throws IOException;

  /** The JDK waits for these events, and no others. It holds its lock of pending operations. */
  final void await(int events) {
    synchronized (polling) {
      if ((awaited & events & Net.POLLOUT) == 0) {
        waits = 0;
      }
      boolean reads = events == Net.POLLIN && (awaited & Net.POLLIN) == 0;
      awaited = events;
      if (!leavesToJfs) {
        port.startPoll(descriptor, events);
      } else if (reads && !hungUp && end.isFast(true, false) && spin.pays() && hasRoomOnTcp()) {
        spins = true;
        port.startPoll(descriptor, Net.POLLIN | Net.POLLOUT); // a thread of the group comes at once
      } else {
        pollSafely();
      }
    }
  }

  @Override
  public void onEvent(int events, boolean mayInvokeDirect) {
    if (leavesToJfs) {
      look(events, mayInvokeDirect, true);
    } else {
      super.onEvent(events, mayInvokeDirect);
    }
  }

  /** Has the channel looked at. Any thread may call, with locks of a transport. */
  final void changed() {
    try {
      port.schedule(new Look(), 0, TimeUnit.NANOSECONDS);
    } catch (OutOfMemoryError e) {
      // The caller has a transport's bytes to handle. So the kernel wakes a thread of the group.
      port.startPoll(descriptor, Net.POLLIN | Net.POLLOUT);
    }
  }

  /** A look on the thread that has the group's timeouts. It runs no code of the program. */
  private final class Look implements Runnable {

    @Override
    public void run() {
      synchronized (polling) {
        next = null;
      }
      look(0, false, false);
    }
  }

  /**
   * Looks what has come true, given what the kernel says, and tells the JDK. Used by threads that
   * hold no lock.
   */
  private void look(int events, boolean mayInvokeDirect, boolean maySpin) {
    int told = 0;
    try {
      begin();
      told = takeReady(events, maySpin);
      if (told == SPINS) {
        told = takeReadyAfterSpin();
      }
    } catch (IOException e) {
      // It is closed, and the close fails what is pending.
    } finally {
      end();
    }
    if (told != 0) {
      super.onEvent(told, mayInvokeDirect);
    }
  }

  private int takeReadyAfterSpin() {
    try {
      spin.finds(end);
    } catch (RuntimeException | Error e) {
      // The look that follows does without.
    }
    return takeReady(0, false);
  }

  /**
   * What the JDK is to be told. Sees to it that somebody looks at the rest.
   *
   * @return also {@link #SPINS} if the caller is to do that, after it has looked for a while
   */
  private int takeReady(int events, boolean maySpin) {
    synchronized (polling) {
      JfsChannelEnd jfs = end;
      if (jfs == null) {
        return 0; // it is being connected
      }
      hungUp |= (events & FAILED) != 0;
      int told = 0;
      try {
        told = ready(jfs, events);
      } catch (RuntimeException | Error e) {
        LockSupport.parkNanos(NO_MEMORY_NANOS); // and looks again
      }
      awaited &= ~told;
      boolean spinsNow = spins && maySpin && awaited == Net.POLLIN;
      spins = false;
      if (spinsNow) {
        return SPINS;
      }
      if (awaited != 0) {
        pollSafely();
      }
      return told;
    }
  }

  /** What of the awaited would get on now. */
  private int ready(JfsChannelEnd jfs, int events) {
    int told = 0;
    if ((awaited & Net.POLLIN) != 0 && jfs.canRead(hungUp || (events & Net.POLLIN) != 0)) {
      told |= Net.POLLIN;
    }
    if ((awaited & Net.POLLOUT) != 0 && jfs.canWrite(hungUp || (events & Net.POLLOUT) != 0)) {
      told |= Net.POLLOUT;
    }
    return told;
  }

  /** Polls, or, without memory, has the kernel wake a thread of the group as soon as it can. */
  private void pollSafely() {
    boolean done = false;
    try {
      poll(end);
      done = true;
    } catch (RuntimeException | Error e) {
      // The JDK takes an operation for failed that can't wait, and has told the program already.
    } finally {
      if (!done) {
        port.startPoll(descriptor, Net.POLLIN | Net.POLLOUT);
      }
    }
  }

  /** Sees to it that somebody looks once any of the awaited would get on. */
  private void poll(JfsChannelEnd jfs) {
    int kernels = 0;
    boolean ready = false;
    boolean again = false;
    if ((awaited & Net.POLLIN) != 0) {
      if (!jfs.leavesTcpAlone(true)) {
        kernels |= Net.POLLIN;
      }
      if (!jfs.arm(true, false, null)) {
        again = true;
        ready = jfs.canRead(false);
      }
    }
    if ((awaited & Net.POLLOUT) != 0) {
      if (jfs.canWrite(false)) {
        ready = true;
      } else if (jfs.canWrite(true)) {
        kernels |= Net.POLLOUT; // the bytes go by TCP
      } else {
        again |= !jfs.arm(false, true, null);
      }
    }
    if (hungUp) {
      lookAfter(ready ? 0 : HUNG_UP_NANOS);
      return;
    }
    if (ready && hasRoomOnTcp()) {
      kernels |= Net.POLLOUT; // so that a thread of the group looks at once
    } else if (ready || again) {
      lookAfter(ready ? 0 : nap());
    }
    if (kernels != 0) {
      port.startPoll(descriptor, kernels);
    }
  }

  /** Whether TCP would take bytes now; it then does so for some more doorbells as well. */
  private boolean hasRoomOnTcp() {
    try {
      return (Net.poll(fd, Net.POLLOUT, 0) & Net.POLLOUT) != 0;
    } catch (IOException e) {
      return false;
    }
  }

  private long nap() {
    long now = System.nanoTime();
    if (waits == 0) {
      waits = now;
    }
    return JfsNaps.after(now - waits);
  }

  /** Has the thread of the group's timeouts look by then, unless it will do so before. */
  private void lookAfter(long nanos) {
    long then = System.nanoTime() + nanos;
    if (next != null) {
      if (then - due >= 0) {
        return;
      }
      next.cancel(false);
      next = null; // there may be no memory for the other one
    }
    due = then;
    next = port.schedule(new Look(), nanos, TimeUnit.NANOSECONDS);
  }
}
