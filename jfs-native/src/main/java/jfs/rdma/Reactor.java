package jfs.rdma;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import jfs.core.config.Log;
import jfs.core.runtime.LackOfMemory;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;
import jfs.core.transport.Registration;

/**
 * The one thread that asks the connection manager and the completion channels what has happened,
 * makes and destroys connections, and stands in for threads of the application's that sleep or are
 * elsewhere. It blocks in {@link Verbs#nextEvent} alone.
 *
 * <p>A completion queue tells of itself when it is armed. One that is polled all the time need not
 * be, and had better not: each message would wake this thread. So a connection whose queue has told
 * is left unarmed while others poll it, and looked after every few milliseconds, less often the
 * longer they do; once nobody does, it is armed. Threads that go to sleep arm it themselves.
 *
 * <p>The thread ends only with the connection manager. The program may have taken all memory when
 * this thread needs some: a turn that fails for that ends where it is, and what it left undone is
 * done in a later one. So it is with a run ({@link jfs.core.runtime.ServiceThreads#lasting}). What
 * many threads depend on, which is to be woken, needs none.
 */
final class Reactor implements Runnable {

  private static final int TICK_MILLIS = 500;

  /** How long a listener is kept, or twice as long, that nobody has a connection of. */
  private static final int TIDY_MILLIS = 60_000;

  private static final int FOR_EVER = -1;
  private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** After a turn that failed: the next one may fail as well. */
  private static final int PAUSE_MILLIS = 5;

  /** So many turns in a row do not fail by chance, unless for want of memory. */
  private static final int MOST_FAILURES = 100;

  private final VerbsSource source;
  private final ClusterKey key;
  private final LongSupplier budget;
  private final SpillBudget spillBudget;
  private final Books books = new Books();
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

  private final LocalAddresses addresses = new LocalAddresses();
  private final Listeners listeners = new Listeners(books);

  /** This thread's own, as those below. */
  private final PairTable pairs = new PairTable();

  private final Unarmed unarmed = new Unarmed();
  private final PairUpkeep upkeep = new PairUpkeep(this, unarmed);

  /** Linked by {@link Pair#next}. */
  private Pair leaving;

  private final Timers timers = new Timers();
  private final Reopening reopening;
  private final ProcessExit exit = new ProcessExit(this);
  private PinnedMemory memory;
  private SpillMemory spillMemory;
  private Pairing pairing;
  private long lastToken;
  private final LongSupplier newTokens = this::newToken;
  private boolean tidying;
  private long tidiedAt;
  private long tickedAt = System.nanoTime();
  private boolean probing;

  /** Something was left undone in an earlier turn, for a pair or before a task. */
  private boolean owing;

  /** How many turns have failed in a row. */
  private int failures;

  private final Complaints complaints = new Complaints();
  private final Released released = new Released();
  private boolean rehearsed;

  private volatile Verbs verbs;
  private volatile Reason failure;

  Reactor(VerbsSource source, ClusterKey key) {
    this(source, key, PinnedBudget::ofProcess, SpillBudget.ofProcess(), new Reopening());
  }

  /**
   * With as much memory as may be pinned, in bytes.
   *
   * @param budget asked once, by this thread
   */
  Reactor(
      VerbsSource source,
      ClusterKey key,
      LongSupplier budget,
      SpillBudget spillBudget,
      Reopening reopening) {
    this.spillBudget = spillBudget;
    this.reopening = reopening;
    this.source = source;
    this.key = key;
    this.budget = budget;
  }

  /** For what nobody reads. */
  SpillMemory spillMemory() {
    return spillMemory;
  }

  /** How much of that there may be. */
  SpillBudget spillBudget() {
    return spillBudget;
  }

  Books books() {
    return books;
  }

  Pairing pairing() {
    return pairing;
  }

  /** Why connections from this address need not be registered, or null; any thread. */
  Reason refusal(InetAddress local) {
    Reason failed = failure;
    if (failed != null) {
      reopening.wanted();
      return failed;
    }
    if (addresses.isToBeAsked(local, System.nanoTime())) {
      execute(() -> ask(local));
    }
    return addresses.isKnownToLack(local) ? RdmaReasons.NO_DEVICE : null;
  }

  /** The same on the reactor's thread, which waits for the answer. */
  Reason refusalNow(InetAddress local) {
    ask(local);
    return refusal(local);
  }

  private void ask(InetAddress local) {
    if (addresses.isToBeAsked(local, System.nanoTime())) {
      addresses.answered(local, verbs.serves(local), System.nanoTime());
    }
  }

  /** Enters an end into the books. Any thread. */
  Registration register(PairingEnd end) {
    Entry entry = books.add(this, end);
    // The reactor sets the failure before it walks the books, so either it finds the end there, or
    // this thread, which asked before the failure was known, sees it here.
    Reason failed = failure;
    if (failed != null) {
      end.explain(failed);
    }
    if (!end.isConnector()) {
      enterPlace(entry);
    }
    return entry;
  }

  /** No task is needed for a new place, which might find no memory: the listeners have it. */
  private void enterPlace(Entry accepted) {
    try {
      if (!listeners.knows(accepted.local()) && failure == null) {
        wake();
      }
    } catch (OutOfMemoryError e) {
      // The next one that is accepted there enters it, or wakes the reactor.
    }
  }

  /** Where a connection was accepted that the reactor has not come to yet. */
  private void listenAtNew() {
    if (listeners.hasUntried()) {
      listen();
    }
  }

  private void listen() {
    long now = System.nanoTime();
    listeners.retry(verbs, newTokens, now);
    if (!tidying && !listeners.isEmpty()) {
      tidying = true;
      tidiedAt = now;
    }
  }

  private void tidy(long now) {
    if (tidying && now - tidiedAt >= TimeUnit.MILLISECONDS.toNanos(TIDY_MILLIS)) {
      tidiedAt = now;
      listeners.closeUnused();
      tidying = !listeners.isEmpty();
    }
  }

  /**
   * Has something done by this thread, soon; any thread. Not if there is no memory to note it in,
   * so it is to be nothing that has to be done.
   */
  void execute(Runnable task) {
    if (failure != null) {
      return;
    }
    try {
      tasks.add(task);
    } catch (OutOfMemoryError e) {
      return; // the connection stays on TCP
    }
    wake();
  }

  private void wake() {
    Verbs open = verbs;
    if (open != null) {
      open.wake();
    }
  }

  /** An application has left its transport. Any thread, once for each. */
  void release(RdmaTransport transport) {
    released.add(transport);
    wake();
  }

  /** Has something done by this thread, which is the caller, after a while. */
  void after(int millis, Runnable task) {
    timers.after(millis, task);
  }

  long newToken() {
    return ++lastToken;
  }

  ProcessExit exit() {
    return exit;
  }

  /** All pairs there are now. This thread's. */
  PairTable pairs() {
    return pairs;
  }

  void add(Pair pair) {
    pairs.add(pair);
  }

  /** A pair is not needed any more: destroyed soon, for it may be in the midst of something. */
  void remove(Pair pair) {
    if (pairs.remove(pair)) {
      unarmed.remove(pair);
      pair.next = leaving;
      leaving = pair;
    }
  }

  PairUpkeep upkeep() {
    return upkeep;
  }

  /** Something was not done for a pair that keeps it in mind; soon it will be. */
  void owes() {
    owing = true;
  }

  private void drainReleased() {
    for (RdmaTransport one = released.first(); one != null; one = released.first()) {
      drain(one.pair());
      released.remove();
    }
  }

  private void drain(Pair pair) {
    if (pairs.get(pair.token()) == pair) {
      pair.deadline(System.nanoTime() + DRAIN_NANOS);
      pair.drain();
      upkeep.watch(pair);
    }
  }

  /**
   * Runs until the connection manager fails for good. Where it throws for want of memory it is to
   * be called again, and goes on where it was.
   */
  @Override
  public void run() {
    try {
      while (!rehearsed) {
        turn();
      }
      if (verbs == null && !open()) {
        return;
      }
      owing = true; // an earlier run may have been in the midst of something
      while (true) {
        turn();
      }
    } catch (IOException | RuntimeException | Error e) {
      if (e instanceof Error error && LackOfMemory.isCauseOf(e)) {
        throw error; // the program has the memory, and will not have it for ever
      }
      // Nobody must wait for a thread that is no more.
      failure = RdmaReasons.NO_MANAGER;
      end(e);
    }
  }

  /** Gets the verbs, or waits until there are some; false if there will never be any. */
  private boolean open() throws IOException {
    Verbs opened = null;
    while (opened == null) {
      try {
        opened = source.open();
      } catch (NoVerbsException e) {
        Log.info("no RDMA: " + e.getMessage());
        fail(e.reason());
        if (!RdmaReasons.mayPass(e.reason())) {
          return false;
        }
        reopening.await();
      }
    }
    memory = new PinnedMemory(opened::pages, budget.getAsLong());
    spillMemory = new SpillMemory(opened::pages, spillBudget);
    pairing = new Pairing(this, opened, key, memory);
    verbs = opened;
    failure = null;
    return true;
  }

  /**
   * One wait for something to happen, and what follows from it.
   *
   * @throws IOException if the connection manager has failed, for good
   */
  private void turn() throws IOException {
    try {
      attend();
      failures = 0;
    } catch (RuntimeException | Error e) {
      rehearsed = rehearsed || Rehearsal.isOne(e); // with no heap for it, it is done again
      owing = true;
      if (!LackOfMemory.isCauseOf(e) && ++failures > MOST_FAILURES) {
        throw e;
      }
      complain(e);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
    }
  }

  private void attend() throws IOException {
    if (!rehearsed) {
      Rehearsal.all();
    }
    settle();
    drainReleased();
    while (!tasks.isEmpty()) {
      listenAtNew(); // first, for a task may be about a connection that was accepted before
      tasks.remove().run();
    }
    listenAtNew();
    // Before anything that may block: there may never be another event.
    destroyLeaving();
    Event event = nextEvent();
    if (event != null) {
      handle(event);
    }
    long now = System.nanoTime();
    for (Runnable task = timers.poll(now); task != null; task = timers.poll(now)) {
      task.run();
    }
    for (Pair pair = unarmed.due(now), next; pair != null; pair = next) {
      next = pair.nextUnarmed;
      upkeep.sweep(pair);
    }
    tick(now);
    if (exit.hasBegun()) {
      exit.check();
    }
    listen();
    tidy(now);
  }

  /**
   * The next event, or null if there is none. Nor is there where the kernel has no memory to tell:
   * it will have some, and what is due meanwhile is done.
   */
  private Event nextEvent() throws IOException {
    try {
      return exit.hasBegun() ? nextEventAtExit() : verbs.nextEvent(timeout());
    } catch (IOException e) {
      if (!VerbsException.isLack(e)) {
        throw e;
      }
      complain(e);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
      return null;
    }
  }

  /**
   * A JVM that exits waits up to 300 ms for threads that are in a system call (HotSpot's VM_Exit).
   * So this one sleeps as Java threads do for each other, and looks in between.
   */
  private Event nextEventAtExit() throws IOException {
    Event event = verbs.nextEvent(0);
    if (event == null) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(Unarmed.SHORTEST_MILLIS));
    }
    return event;
  }

  /** Does what was left undone before, as far as there is memory for it. */
  private void settle() {
    if (!owing) {
      return;
    }
    owing = false;
    for (Pair pair = pairs.first(), next; pair != null; pair = next) {
      next = pair.next;
      if (!upkeep.settle(pair)) {
        owing = true;
      }
    }
  }

  private void destroyLeaving() {
    while (leaving != null) {
      Pair pair = leaving;
      try {
        pair.destroy(memory);
      } catch (RuntimeException | Error e) {
        if (LackOfMemory.isCauseOf(e)) {
          throw e; // it is destroyed later
        }
        complain(e);
      }
      leaving = pair.next;
      pair.next = null;
      pair.entry().forget(pair);
    }
  }

  /** Says what went wrong, now and then. */
  void complain(Throwable error) {
    complaints.about(error);
  }

  /** The thread is to be no more: all who depend on it are told, however long that takes. */
  private void end(Throwable cause) {
    boolean told = false;
    while (!told) {
      try {
        upkeep.breakAll(pairs);
        destroyLeaving();
        fail(RdmaReasons.NO_MANAGER);
        told = true;
        Log.warn("no RDMA any more: " + Log.describe(cause));
      } catch (RuntimeException | Error e) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
      }
    }
  }

  private void fail(Reason reason) {
    failure = reason;
    tasks.clear();
    exit.giveUp();
    for (Entry entry : books.all()) {
      PairingEnd end = entry.get();
      if (end != null) {
        end.explain(reason);
      }
    }
  }

  private int timeout() {
    if (!unarmed.isEmpty()) {
      return unarmed.millis();
    }
    if (owing || failures > 0) {
      return PAUSE_MILLIS;
    }
    boolean ticking = !pairs.isEmpty() || listeners.isLacking();
    int longest = ticking ? TICK_MILLIS : tidying ? TIDY_MILLIS : FOR_EVER;
    return timers.millis(longest);
  }

  private void handle(Event event) {
    if (event.kind() == Event.Kind.REQUEST) {
      requested(event);
      return;
    }
    Pair pair = pairs.get(event.token());
    if (pair != null) {
      upkeep.handle(pair, event);
    } else if (event.kind() == Event.Kind.DEVICE_GONE) {
      listeners.lost(event.token()); // first, for the device waits for it
      addresses.forget();
    } // else it was removed, and this was on its way
  }

  private void requested(Event event) {
    try {
      Integer port = listeners.port(event.token());
      if (port == null) {
        event.request().refuse(Greeting.refusal(Reason.NO_PEER.code()));
      } else {
        pairing.requested(port, event);
      }
    } catch (RuntimeException | Error e) {
      complain(e);
      // The peer asks again. If it was answered before, this does nothing.
      event.request().refuse(Greeting.AGAIN);
    }
  }

  private void tick(long now) {
    if (now - tickedAt < TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS)) {
      return;
    }
    tickedAt = now;
    probing = !probing;
    for (Pair pair = pairs.first(), next; pair != null; pair = next) {
      next = pair.next;
      upkeep.tick(pair, now, probing);
    }
  }

  /** The JVM is ending: called by a thread of its own, which waits. */
  void drainAll() {
    if (verbs != null && failure == null) {
      exit.await(); // else there is nothing to drain, and nobody to do it
    }
  }
}
