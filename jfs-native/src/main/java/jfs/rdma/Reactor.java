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
import jfs.core.transport.EndpointRegistry;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;
import jfs.core.transport.Registration;
import jfs.rdma.stream.SpillBudget;
import jfs.rdma.stream.SpillMemory;
import jfs.rdma.verbs.Event;
import jfs.rdma.verbs.NoVerbsException;
import jfs.rdma.verbs.PinnedBudget;
import jfs.rdma.verbs.PinnedMemory;
import jfs.rdma.verbs.Rehearsal;
import jfs.rdma.verbs.Verbs;
import jfs.rdma.verbs.VerbsException;
import jfs.rdma.verbs.VerbsSource;

/**
 * The one thread that takes events of the connection manager and the completion channels, makes and
 * destroys connections, and polls for threads of the application that sleep or are busy elsewhere.
 * It blocks in {@link Verbs#nextEvent} alone.
 *
 * <p>A completion queue raises an event if it is armed. A queue that threads poll all the time need
 * not be armed, and should not: each message would wake this thread. So after its event a queue
 * stays unarmed while other threads poll it, and this thread checks it every few milliseconds, less
 * often the longer they do; once no thread polls it, this thread arms it. Threads that go to sleep
 * arm it themselves.
 *
 * <p>The thread ends only with the connection manager. The program may have taken all memory when
 * this thread needs some: then the turn ends where it is, and a later turn does the rest. The same
 * holds for a run ({@link jfs.core.runtime.ServiceThreads#lasting}). The wake-ups that many threads
 * depend on take no memory.
 */
final class Reactor implements Runnable {

  private static final int TICK_MILLIS = 500;

  /**
   * How often unused listeners are closed: one is kept for once or twice this time without a
   * connection.
   */
  private static final int TIDY_MILLIS = 60_000;

  private static final int FOR_EVER = -1;
  private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** The pause after a turn that failed, since the next one may fail as well. */
  private static final int PAUSE_MILLIS = 5;

  /** More failures in a row are no chance and end the thread; a lack of memory does not count. */
  private static final int MOST_FAILURES = 100;

  private final VerbsSource source;
  private final ClusterKey key;
  private final LongSupplier budget;
  private final SpillBudget spillBudget;
  private final EndpointRegistry<RdmaEndpoint> registry = new EndpointRegistry<>();
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

  private final LocalAddresses addresses = new LocalAddresses();
  private final Listeners listeners = new Listeners(registry);

  /** For this thread only, as those below. */
  private final PairTable pairs = new PairTable();

  private final Unarmed unarmed = new Unarmed();
  private final PairUpkeep upkeep = new PairUpkeep(this, unarmed);

  /** Pairs to destroy, linked by {@link Pair#next}. */
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

  /** An earlier turn has left something undone, for a pair or before a task. */
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
   * With a budget of pinned memory, in bytes.
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

  /** The memory for bytes that no thread reads. */
  SpillMemory spillMemory() {
    return spillMemory;
  }

  /** The budget of that memory. */
  SpillBudget spillBudget() {
    return spillBudget;
  }

  EndpointRegistry<RdmaEndpoint> registry() {
    return registry;
  }

  Pairing pairing() {
    return pairing;
  }

  /** Why connections from this address need no registration, or null; any thread. */
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

  /** Enters an end into the registry. Any thread. */
  Registration register(PairingEnd end) {
    RdmaEndpoint registered = new RdmaEndpoint(this, registry, end);
    registry.add(registered);
    // The reactor sets the failure before it walks the registry. So either it finds the end there,
    // or this thread, which looks after it has entered the end, sees the failure here.
    Reason failed = failure;
    if (failed != null) {
      end.explain(failed);
    }
    if (!end.isConnector()) {
      enterPlace(registered);
    }
    return registered;
  }

  /**
   * Enters a new place. This takes no task, for which memory might be lacking: the listeners keep
   * the place.
   */
  private void enterPlace(RdmaEndpoint accepted) {
    try {
      if (!listeners.knows(accepted.local()) && failure == null) {
        wake();
      }
    } catch (OutOfMemoryError e) {
      // The next connection that is accepted there enters it, or wakes the reactor.
    }
  }

  /** Listens at places that the reactor has not tried yet. */
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
   * Makes this thread run a task soon; any thread may call. Drops the task if there is no memory to
   * queue it, so it must be one that may be left out.
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

  /** The application has left its transport. Any thread may call, once for each transport. */
  void release(Pair pair) {
    released.add(pair);
    wake();
  }

  /** Makes this thread, which is the caller, run a task after a while. */
  void after(int millis, Runnable task) {
    timers.after(millis, task);
  }

  long newToken() {
    return ++lastToken;
  }

  ProcessExit exit() {
    return exit;
  }

  /** All pairs there are now. For this thread only. */
  PairTable pairs() {
    return pairs;
  }

  void add(Pair pair) {
    pairs.add(pair);
  }

  /**
   * A pair is not needed any more: it is destroyed soon, not at once, since a handler of it may be
   * running.
   */
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

  /** A pair has noted an event that was not handled; a later turn handles it. */
  void owes() {
    owing = true;
  }

  private void drainReleased() {
    for (Pair one = released.first(); one != null; one = released.first()) {
      drain(one);
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
   * Runs until the connection manager fails for good. If it throws for lack of memory, the caller
   * calls it again, and it goes on where it was.
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
      owing = true; // an earlier run may have ended half-way
      while (true) {
        turn();
      }
    } catch (IOException | RuntimeException | Error e) {
      if (e instanceof Error error && LackOfMemory.isCauseOf(e)) {
        throw error; // the program has the memory and will free some
      }
      // No thread must wait for this one any more.
      failure = RdmaReasons.NO_MANAGER;
      end(e);
    }
  }

  /** Opens the verbs, or waits until there are some; false if there will never be any. */
  private boolean open() throws IOException {
    Verbs opened = null;
    while (opened == null) {
      try {
        opened = source.open();
      } catch (NoVerbsException e) {
        Log.info("no RDMA: " + e.getMessage());
        fail(RdmaReasons.of(e));
        if (!e.mayPass()) {
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
      rehearsed = rehearsed || Rehearsal.isOne(e); // without heap for it, once more
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
      Rehearsals.all();
    }
    settle();
    drainReleased();
    while (!tasks.isEmpty()) {
      listenAtNew(); // first, since a task may concern a connection that was accepted before
      tasks.remove().run();
    }
    listenAtNew();
    // Before anything that may block, since there may never be another event.
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
   * The next event, or null if there is none or the kernel lacks memory to report it. The kernel
   * will have some later, and this thread does what is due meanwhile.
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
   * An exiting JVM waits up to 300 ms for threads in a system call (HotSpot's VM_Exit). So this
   * thread parks instead, as Java threads do, and polls in between.
   */
  private Event nextEventAtExit() throws IOException {
    Event event = verbs.nextEvent(0);
    if (event == null) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(Unarmed.SHORTEST_MILLIS));
    }
    return event;
  }

  /** Handles the events that pairs have noted, as far as there is memory. */
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
      pair.registered().forget(pair);
    }
  }

  /** Logs an error, once a minute at most. */
  void complain(Throwable error) {
    complaints.about(error);
  }

  /** The thread ends: tells all threads and ends that depend on it, however long that takes. */
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
    for (RdmaEndpoint registered : registry.all()) {
      PairingEnd end = registered.get();
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
      listeners.lost(event.token()); // first, since the device waits for it
      addresses.forget();
    } // else the pair was removed before its event came
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
      // The peer asks again later. If the request was answered before, this does nothing.
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

  /** The JVM is ending: called by a thread of the JVM's exit, which waits. */
  void drainAll() {
    if (verbs != null && failure == null) {
      exit.await(); // else there is nothing to drain, and no thread to do it
    }
  }
}
