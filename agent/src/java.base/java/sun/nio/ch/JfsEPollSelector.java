package sun.nio.ch;

import java.io.IOException;
import java.net.JfsChannels;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.SelectorProvider;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import jdk.internal.vm.annotation.DontInline;

/**
 * The JDK's selector while the JFS agent is installed. It waits in the kernel as the JDK's own
 * does; before that it looks at the channels of which the kernel does not tell: those that have
 * left TCP, and from which the program has read since they last asked for a signal or a doorbell.
 * It spins while that pays, has them ask, and looks once more.
 *
 * <p>So a channel that has left TCP is in one of two states. Either it is <em>armed</em>: the
 * eventfd or TCP becomes readable when there is something to read. Or it is in the list here. A
 * thread that reads puts it there, and then looks whether the selector's thread waits in the
 * kernel; that thread first says that it will wait, and then takes the list. So one of the two has
 * it armed. Its parts are compiled apart: each would have all of a transport's looks within.
 */
class JfsEPollSelector extends EPollSelectorImpl {

  private static final int AGAIN = -1;

  private final JfsUnarmed unarmed = new JfsUnarmed();

  /** The thread that waits in the kernel, or is about to; null if there is none. */
  private volatile Thread waits;

  private final JfsWakeUps wakeUps = new JfsWakeUps();

  /** Whether the kernel has to be told of keys. */
  private volatile boolean updated;

  /** Used by the selecting thread, as is all below. */
  private boolean foundNothing;

  /** Counts selections. */
  private long selection;

  private final JfsKernelTurn kernelTurn = new JfsKernelTurn();
  private final JfsEventFd eventFd = new JfsEventFd(this);
  private final JfsNaps naps = new JfsNaps(selectedKeys());
  private JfsChannels.Spin spin;

  /** Whether what is ready was found by a look here. */
  private boolean processes;

  JfsEPollSelector(SelectorProvider provider) throws IOException {
    super(provider);
  }

  @Override
  @DontInline
  protected int doSelect(Consumer<SelectionKey> action, long timeout) throws IOException {
    long nanos = Math.min(TimeUnit.MILLISECONDS.toNanos(timeout), Long.MAX_VALUE / 2);
    long deadline = timeout > 0 ? System.nanoTime() + nanos : 0;
    long left = timeout;
    boolean maySpin = true;
    naps.begin();
    while (true) {
      eventFd.takeBack(unarmed);
      boolean ready = look(true);
      boolean asks = wakeUps.isByProgram() || updated || (ready && isKernelDue());
      if (ready && !asks && timeout != 0) {
        kernelTurn.pass();
        selection++;
        processDeregisterQueue();
        return process(action);
      }
      if (ready || timeout == 0) {
        return inKernel(action, ready);
      }
      if (maySpin && !wakeUps.isByProgram() && isAnyFast() && spins()) {
        continue;
      }
      maySpin = false;
      int n = await(action, left);
      if (n != AGAIN) {
        return n;
      }
      if (timeout > 0) {
        left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime() + 999_999);
        if (left <= 0) {
          return inKernel(action, false);
        }
      }
    }
  }

  /**
   * Asks the kernel, without waiting, and adds what is ready without it.
   *
   * @param ready whether a look has found something, which then counts, whatever became of it
   */
  private int inKernel(Consumer<SelectionKey> action, boolean ready) throws IOException {
    wakeUps.returns();
    eventFd.takeBack(unarmed);
    unarmed.unmask();
    int n = askKernel(action, 0);
    if (!ready) {
      look(false);
    }
    n += process(action);
    if (unarmed.areMany() && kernelTurn.sweeps()) {
      armIdle();
    }
    return n;
  }

  private void armIdle() {
    try {
      unarmed.armIdle();
    } catch (RuntimeException | Error e) {
      // It is in the list as before. The program is to learn of what was selected.
    }
  }

  @DontInline
  private int askKernel(Consumer<SelectionKey> action, long timeout) throws IOException {
    updated = false;
    foundNothing = false;
    naps.told = false;
    selection++;
    int n = super.doSelect(action, timeout);
    kernelTurn.asked();
    return n;
  }

  /** Waits in the kernel. Returns {@link #AGAIN} if that ends for a reason of JFS's alone. */
  @DontInline
  private int await(Consumer<SelectionKey> action, long timeout) throws IOException {
    waits = Thread.currentThread();
    try {
      boolean all = unarmed.arm(eventFd);
      if (all ? !unarmed.isEmpty() : look(true)) {
        return AGAIN; // not all, or this thread itself has met news of one that was armed before
      }
      if (spin != null) {
        spin.sleeps();
      }
      eventFd.takeSignal(); // of polls since the last wait
      int n = all ? awaitKernel(action, timeout) : nap(action, timeout);
      boolean again = wakeUps.waitEnds() | eventFd.takeSignal();
      // A virtual thread is not woken by its interrupt.
      if (wakeUps.isByProgram() || Thread.currentThread().isInterrupted()) {
        // Whatever else has woken it since has its effect by this return.
        wakeUps.returns();
        return n;
      }
      return n == 0 && !naps.left && (!all || foundNothing || again) ? AGAIN : n;
    } finally {
      waits = null;
    }
  }

  private int awaitKernel(Consumer<SelectionKey> action, long timeout) throws IOException {
    int n = askKernel(action, timeout);
    boolean any = n > 0 || eventFd.isAsked();
    relist();
    if (any && look(false)) {
      n += process(action);
    }
    return n;
  }

  /**
   * Puts the channels back into the list that were read before this wait: their peers need not ring
   * as well for an awake thread. Those that have become idle stay armed.
   */
  private void relist() {
    eventFd.takeBack(unarmed);
    int count = unarmed.copied();
    for (int i = 0; i < count; i++) {
      JfsRegistration one = unarmed.get(i);
      if (one.read) {
        one.read = false;
        if (one.key.isValid() && one.channel.disarm(one)) {
          unarmed.add(one);
        }
      }
    }
  }

  /** A channel is not armed, for want of room: the kernel does not tell when there is some. */
  private int nap(Consumer<SelectionKey> action, long timeout) throws IOException {
    long nanos = naps.next();
    long millis = naps.millisOf(nanos);
    int n = askKernel(action, timeout > 0 ? Math.min(millis, timeout) : millis);
    if (n == 0 && action == null && naps.leavesOut()) {
      n = askKernel(null, 0); // for what has become ready since
      naps.left = n == 0;
    }
    if (n == 0 && millis == 0 && !naps.left && !wakeUps.isByProgram()) {
      naps.sleep(this, nanos);
    } else if (n > 0 && look(false)) {
      n += process(action);
    }
    return n;
  }

  /** Not if all keys are ready for all that they ask for: there is nothing that it could add. */
  private boolean isKernelDue() {
    return kernelTurn.isDue() && !unarmed.areAllReady();
  }

  /** Notes which of the list are ready; of those that the kernel has told of only if it is all. */
  private boolean look(boolean all) {
    boolean found = false;
    int count = unarmed.take();
    for (int i = 0; i < count; i++) {
      JfsRegistration one = unarmed.get(i);
      one.ready = all || one.toldIn != selection ? one.look() : 0;
      found |= one.ready != 0;
    }
    return found;
  }

  /** Has what the last look has found selected; but for keys of which the kernel has told. */
  @DontInline
  private int process(Consumer<SelectionKey> action) {
    int n = 0;
    int count = unarmed.copied(); // not anew: what came since has not been looked at
    processes = true;
    try {
      for (int i = 0; i < count; i++) {
        JfsRegistration one = unarmed.get(i);
        if (one.ready != 0 && one.toldIn != selection && one.key.isValid()) {
          n += processReadyEvents(one.ready, one.key, action);
        }
        one.ready = 0;
      }
    } finally {
      processes = false;
    }
    return n;
  }

  /** Whether anything may come without the kernel. */
  private boolean isAnyFast() {
    int count = unarmed.take();
    for (int i = 0; i < count; i++) {
      if (unarmed.get(i).isFast()) {
        return true;
      }
    }
    return false;
  }

  @DontInline
  private boolean spins() {
    if (spin == null) {
      spin = JfsChannels.newSpin();
    }
    if (spin == null || Thread.currentThread().isInterrupted() || !spin.begin()) {
      return false;
    }
    boolean found = false;
    try {
      found = spin(spin);
    } finally {
      spin.end(found);
    }
    return found;
  }

  /** A look at one channel takes as long as one of a socket's reader, so each counts. */
  private boolean spin(JfsChannels.Spin spinning) {
    while (true) {
      int count = unarmed.take();
      for (int i = 0; i < count; i++) {
        if (unarmed.get(i).look() != 0) {
          return true;
        }
        if (!spinning.goOn(i == count - 1)) {
          return false;
        }
      }
      if (wakeUps.isByProgram() || count == 0) {
        return true;
      }
    }
  }

  /** A thread has read from a channel. Any thread may call. */
  void unarmed(JfsRegistration one) {
    if (one.key.isValid()) {
      unarmed.add(one);
      if (isWaitedIn()) {
        boolean armed = false;
        try {
          armed = one.arm(null);
        } finally { // also if the program's stack is too full
          if (!armed) {
            wakeUps.toLook(this);
          }
        }
      }
    }
  }

  /** Something has changed that a look finds. Any thread may call, with locks of a transport. */
  void changed(JfsRegistration one) {
    if (one.key.isValid()) {
      unarmed.add(one);
      if (isWaitedIn()) {
        wakeUps.toLook(this);
      }
    }
  }

  /** Whether another thread waits: this one may be in an action, and looks when it waits next. */
  private boolean isWaitedIn() {
    Thread selecting = waits;
    return selecting != null && selecting != Thread.currentThread();
  }

  /** A key is not valid any more. Any thread may call. */
  void forgets(JfsRegistration one) {
    unarmed.remove(one);
  }

  /** The kernel was told not to look for room in a channel. Any thread may call. */
  void masked(JfsRegistration one) {
    unarmed.add(one);
    if (waits != null) {
      wakeUps.toLook(this); // also the thread itself, which is about to wait
    }
  }

  /** The JDK's own way to wake the selecting thread. */
  void wakeFromKernel() {
    super.wakeup();
  }

  /** Has the kernel look anew for what a key asks for. */
  void watch(SelectionKeyImpl key) {
    super.setEventOps(key);
  }

  /** Whether an event comes from a look here, rather than from the kernel. */
  boolean processes() {
    return processes;
  }

  /** A key of which the kernel has told is done with, in this selection; it may be nothing. */
  void told(JfsRegistration one, boolean something) {
    one.toldIn = selection;
    foundNothing |= !something;
    naps.told |= something;
  }

  @Override
  protected void implClose() throws IOException {
    try {
      super.implClose();
    } finally {
      eventFd.close();
    }
  }

  @Override
  protected void implRegister(SelectionKeyImpl key) {
    unarmed.join(key.channel() instanceof JfsSelectedChannel);
    super.implRegister(key);
    if (key.channel() instanceof JfsSelectedChannel channel) {
      channel.registered(new JfsRegistration(key, channel, this));
    }
  }

  @Override
  protected void implDereg(SelectionKeyImpl key) throws IOException {
    super.implDereg(key);
    if (key.channel() instanceof JfsSelectedChannel channel) {
      channel.deregistered();
    }
    unarmed.leave(key.channel() instanceof JfsSelectedChannel);
  }

  @Override
  public void setEventOps(SelectionKeyImpl key) {
    updated = true;
    super.setEventOps(key);
    if (key.channel() instanceof JfsSelectedChannel channel) {
      JfsRegistration one = channel.registrationOf(key);
      if (one != null && channel.leavesToJfs) {
        unarmed(one);
      }
    }
  }

  @Override
  public Selector wakeup() {
    wakeUps.byProgram(this);
    return this;
  }
}
