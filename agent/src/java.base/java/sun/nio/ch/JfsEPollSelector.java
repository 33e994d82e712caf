package sun.nio.ch;

import java.io.IOException;
import java.net.JfsChannels;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.SelectorProvider;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The JDK's selector while the JFS agent is installed. It waits in the kernel as the JDK's own
 * does; before that it looks at the channels of which the kernel does not tell: those that have
 * left TCP, and from which the program has read since they last asked for a doorbell. It spins
 * while that pays, has them ask, and looks once more.
 *
 * <p>So a channel that has left TCP is in one of two states. Either it is <em>armed</em>: TCP
 * becomes readable when there is something to read. Or it is in the list here. A thread that reads
 * puts it there, and then looks whether the selector's thread waits in the kernel; that thread
 * first says that it will wait, and then takes the list. So one of the two has it armed.
 */
class JfsEPollSelector extends EPollSelectorImpl {

  /** After so many selections without the kernel, one asks it for the other channels. */
  private static final int MOST_WITHOUT_KERNEL = 16;

  /** How long to wait in the kernel while a channel is not armed: it has no room, for example. */
  private static final long NAP_MILLIS = 1;

  /** Keys to look at. Guarded by its monitor. */
  private final Set<SelectionKeyImpl> unarmed = new LinkedHashSet<>();

  /** A copy, for the selecting thread. */
  private SelectionKeyImpl[] looked = new SelectionKeyImpl[0];

  private int lookedCount;

  /** Whether a thread waits in the kernel, or is about to. */
  private volatile boolean waits;

  /** Whether the program has asked that a selection returns. */
  private volatile boolean woken;

  /** Whether the kernel has to be told of keys. */
  private volatile boolean updated;

  /** A thread that has read has woken the selecting thread, which is to look again. */
  private volatile boolean lookAgain;

  /** Used by the selecting thread, as is all below. */
  private boolean foundNothing;

  /** The keys of which the kernel has told in this selection. */
  private final Set<SelectionKeyImpl> done = new HashSet<>();

  private int withoutKernel;
  private JfsChannels.Spin spin;

  JfsEPollSelector(SelectorProvider provider) throws IOException {
    super(provider);
  }

  @Override
  protected int doSelect(Consumer<SelectionKey> action, long timeout) throws IOException {
    long nanos = Math.min(TimeUnit.MILLISECONDS.toNanos(timeout), Long.MAX_VALUE / 2);
    long deadline = timeout > 0 ? System.nanoTime() + nanos : 0;
    long left = timeout;
    boolean mayspin = true;
    while (true) {
      take();
      boolean ready = isAnyReady();
      if (ready && !woken && !updated && withoutKernel < MOST_WITHOUT_KERNEL && timeout != 0) {
        withoutKernel++;
        done.clear();
        processDeregisterQueue();
        return process(action);
      }
      if (ready || timeout == 0) {
        return inKernel(action, 0);
      }
      if (mayspin && isAnyFast() && !woken && spins()) {
        continue;
      }
      mayspin = false;
      int n = await(action, left);
      if (n != AGAIN) {
        return n;
      }
      if (timeout > 0) {
        left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime() + 999_999);
        if (left <= 0) {
          return inKernel(action, 0);
        }
      }
    }
  }

  private static final int AGAIN = -1;

  /** Asks the kernel, and adds what is ready without it. */
  private int inKernel(Consumer<SelectionKey> action, long timeout) throws IOException {
    withoutKernel = 0;
    updated = false;
    woken = false;
    foundNothing = false;
    done.clear();
    int n = super.doSelect(action, timeout);
    take();
    return n + process(action);
  }

  /** Waits in the kernel. Returns {@link #AGAIN} if that ends for a reason of JFS's alone. */
  private int await(Consumer<SelectionKey> action, long timeout) throws IOException {
    waits = true;
    try {
      lookAgain = false;
      boolean all = arm();
      if (!all && isAnyReady()) {
        return AGAIN;
      }
      if (spin != null) {
        spin.sleeps();
      }
      boolean naps = !all && (timeout < 0 || timeout > NAP_MILLIS);
      int n = inKernelOnce(action, naps ? NAP_MILLIS : timeout);
      // A virtual thread is not woken by its interrupt.
      if (woken || Thread.currentThread().isInterrupted()) {
        // Whatever else has woken it since has its effect by this return.
        woken = false;
        return n;
      }
      return n == 0 && (naps || foundNothing || lookAgain) ? AGAIN : n;
    } finally {
      waits = false;
    }
  }

  private int inKernelOnce(Consumer<SelectionKey> action, long timeout) throws IOException {
    withoutKernel = 0;
    updated = false;
    foundNothing = false;
    done.clear();
    int n = super.doSelect(action, timeout);
    if (n > 0) {
      take();
      n += process(action);
    }
    return n;
  }

  /** Takes a copy of the list. */
  private void take() {
    int before = lookedCount;
    synchronized (unarmed) {
      lookedCount = unarmed.size();
      looked = unarmed.toArray(looked);
    }
    if (lookedCount < before) {
      Arrays.fill(looked, lookedCount, before, null); // those keys may be gone
    }
  }

  private boolean isAnyReady() {
    for (int i = 0; i < lookedCount; i++) {
      if (ready(looked[i]) != 0) {
        return true;
      }
    }
    return false;
  }

  /** Whether bytes may come without the kernel. */
  private boolean isAnyFast() {
    for (int i = 0; i < lookedCount; i++) {
      if (((JfsSelectedChannel) looked[i].channel()).isFast()) {
        return true;
      }
    }
    return false;
  }

  private static int ready(SelectionKeyImpl key) {
    return key.isValid()
        ? ((JfsSelectedChannel) key.channel()).readyWithoutKernel(key.nioInterestOps())
        : 0;
  }

  private int process(Consumer<SelectionKey> action) {
    int n = 0;
    for (int i = 0; i < lookedCount; i++) {
      SelectionKeyImpl key = looked[i];
      int events = done.contains(key) ? 0 : ready(key);
      if (events != 0) {
        n += processReadyEvents(events, key, action);
      }
    }
    return n;
  }

  private boolean spins() {
    if (spin == null) {
      spin = JfsChannels.newSpin();
    }
    if (spin == null || Thread.currentThread().isInterrupted() || !spin.begin()) {
      return false;
    }
    boolean found = false;
    try {
      do {
        found = isAnyReady() || woken;
      } while (!found && spin.goOn());
    } finally {
      spin.end(found);
    }
    return found;
  }

  /** Has all channels armed; false if some cannot be, and stay in the list. */
  private boolean arm() {
    take();
    boolean all = true;
    for (int i = 0; i < lookedCount; i++) {
      SelectionKeyImpl key = looked[i];
      // First out of the list: a thread that changes something after that puts it there again.
      remove(key);
      if (key.isValid() && !arm(key)) {
        add(key);
        all = false;
      }
    }
    return all;
  }

  /** Whether the kernel tells from now on of all that a key asks for. */
  private boolean arm(SelectionKeyImpl key) {
    JfsSelectedChannel channel = (JfsSelectedChannel) key.channel();
    int interest = key.nioInterestOps();
    if ((interest & SelectionKey.OP_READ) != 0 && !channel.arm()) {
      return false;
    }
    if ((interest & SelectionKey.OP_WRITE) != 0) {
      if (!channel.isWritableOnTcp()) {
        return false;
      }
      super.setEventOps(key); // the kernel may have been told not to look
    }
    return true;
  }

  private void remove(SelectionKeyImpl key) {
    synchronized (unarmed) {
      unarmed.remove(key);
    }
  }

  private void add(SelectionKeyImpl key) {
    synchronized (unarmed) {
      unarmed.add(key);
    }
  }

  /** A thread has read from the channel of a key. Any thread may call. */
  void unarmed(SelectionKeyImpl key) {
    if (key.isValid()) {
      add(key);
      if (waits && !arm(key)) {
        looksAgain();
      }
    }
  }

  /** The kernel was told not to look for room in the channel of a key. Any thread may call. */
  void masked(SelectionKeyImpl key) {
    add(key);
    if (waits) {
      looksAgain();
    }
  }

  private void looksAgain() {
    lookAgain = true;
    super.wakeup();
  }

  /** A key of which the kernel has told is done with, in this selection; it may be nothing. */
  void told(SelectionKeyImpl key, boolean something) {
    done.add(key);
    foundNothing |= !something;
  }

  @Override
  protected void implRegister(SelectionKeyImpl key) {
    super.implRegister(key);
    if (key.channel() instanceof JfsSelectedChannel channel) {
      channel.registered(key);
    }
  }

  @Override
  protected void implDereg(SelectionKeyImpl key) throws IOException {
    super.implDereg(key);
    if (key.channel() instanceof JfsSelectedChannel channel) {
      channel.deregistered();
      remove(key);
    }
  }

  @Override
  public void setEventOps(SelectionKeyImpl key) {
    updated = true;
    super.setEventOps(key);
    if (key.channel() instanceof JfsSelectedChannel) {
      unarmed(key);
    }
  }

  @Override
  public Selector wakeup() {
    woken = true;
    return super.wakeup();
  }
}
