package jfs.rdma.cm;

import java.io.IOException;
import java.net.InetAddress;
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
import jfs.rdma.verbs.Event;
import jfs.rdma.verbs.NoVerbsException;
import jfs.rdma.verbs.PinnedBudget;
import jfs.rdma.verbs.Rehearsal;
import jfs.rdma.verbs.Verbs;
import jfs.rdma.verbs.VerbsException;
import jfs.rdma.verbs.VerbsSource;

/**
 * The one thread that takes events of the connection manager and the completion channels, makes and
 * destroys connections, and polls for threads of the application that sleep or are busy elsewhere.
 * It blocks in {@link Verbs#nextEvent} alone.
 *
 * <p>The thread ends only with the connection manager. The program may have taken all memory when
 * this thread needs some: then the turn ends where it is, and a later turn does the rest. The same
 * holds for a run ({@link jfs.core.runtime.ServiceThreads#lasting}). The wake-ups that many threads
 * depend on take no memory.
 */
final class Reactor implements Runnable {

  private static final int FOR_EVER = -1;

  /** The pause after a turn that failed, since the next one may fail as well. */
  private static final int PAUSE_MILLIS = 5;

  /** More failures in a row are no chance and end the thread; a lack of memory does not count. */
  private static final int MOST_FAILURES = 100;

  private final VerbsSource source;
  private final ClusterKey key;
  private final LongSupplier budget;
  private final SpillBudget spillBudget;
  private final Reopening reopening;

  private final Tasks tasks = new Tasks();
  private final EndpointRegistry<RdmaEndpoint> registry = new EndpointRegistry<>();
  private final Listeners listeners = new Listeners(registry);
  private final Availability availability;
  private final Registrar registrar;

  /** Null before the verbs are open. For this thread only, as those below. */
  private Verbs verbs;

  /** Made when the verbs are open; written before {@link Availability#opened}. */
  private RdmaPairing pairing;

  private final Complaints complaints = new Complaints();
  private boolean rehearsed;

  /** How many turns have failed in a row. */
  private int failures;

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
    this.source = source;
    this.key = key;
    this.budget = budget;
    this.spillBudget = spillBudget;
    this.reopening = reopening;
    availability = new Availability(tasks, reopening);
    registrar = new Registrar(registry, listeners, availability, tasks);
  }

  /** Why connections from this address need no registration, or null; any thread. */
  Reason refusal(InetAddress local) {
    return availability.refusal(local);
  }

  /** Enters an end into the registry. Any thread. */
  Registration register(PairingEnd end) {
    return registrar.register(end);
  }

  /** The JVM is ending: called by a thread of the JVM's exit, which waits. */
  void drainAll() {
    if (availability.isOpen()) {
      pairing.exit().await(); // else there is nothing to drain, and no thread to do it
    }
  }

  /** For tests. */
  Tasks tasks() {
    return tasks;
  }

  /** For tests, on this thread. */
  RdmaPairing pairing() {
    return pairing;
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
      pairing.pairs().owe(); // an earlier run may have ended half-way
      while (true) {
        turn();
      }
    } catch (IOException | RuntimeException | Error e) {
      if (e instanceof Error error && LackOfMemory.isCauseOf(e)) {
        throw error; // the program has the memory and will free some
      }
      // No thread must wait for this one any more.
      availability.failed(RdmaReasons.NO_MANAGER);
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
    pairing =
        new RdmaPairing(
            opened,
            key,
            budget.getAsLong(),
            spillBudget,
            tasks,
            availability,
            registry,
            complaints);
    registrar.connector(pairing.connector());
    verbs = opened;
    tasks.accept(opened);
    availability.opened(opened);
    return true;
  }

  /**
   * One wait for something to happen, and what follows from it.
   *
   * @throws IOException if the connection manager has failed, for good
   */
  private void turn() throws IOException {
    try {
      if (!rehearsed) {
        Rehearsals.all();
      }
      attend(pairing);
      failures = 0;
    } catch (RuntimeException | Error e) {
      rehearsed = rehearsed || Rehearsal.isOne(e); // without heap for it, once more
      if (pairing != null) {
        pairing.pairs().owe();
      }
      if (!LackOfMemory.isCauseOf(e) && ++failures > MOST_FAILURES) {
        throw e;
      }
      complaints.about(e);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
    }
  }

  private void attend(RdmaPairing parts) throws IOException {
    parts.rounds().settle();
    parts.rounds().drainReleased();
    for (Runnable task = nextTask(); task != null; task = nextTask()) {
      task.run();
    }
    // Before anything that may block, since there may never be another event.
    parts.pairs().destroyLeaving(parts.memory(), complaints);
    Event event = nextEvent();
    if (event != null) {
      handle(event);
    }
    long now = System.nanoTime();
    for (Runnable task = parts.timers().poll(now); task != null; task = parts.timers().poll(now)) {
      task.run();
    }
    parts.rounds().sweep(now);
    parts.rounds().tick(now);
    if (parts.exit().hasBegun()) {
      parts.exit().check();
    }
    listen();
    listeners.tidy(now);
  }

  /**
   * Listens at new places first, since a task may concern a connection that was accepted before.
   */
  private Runnable nextTask() {
    if (listeners.hasUntried()) {
      listen();
    }
    return tasks.poll();
  }

  private void listen() {
    listeners.retry(verbs, pairing.pairs().tokens(), System.nanoTime());
  }

  /**
   * The next event, or null if there is none or the kernel lacks memory to report it. The kernel
   * will have some later, and this thread does what is due meanwhile.
   */
  private Event nextEvent() throws IOException {
    try {
      return pairing.exit().hasBegun() ? nextEventAtExit() : verbs.nextEvent(timeout());
    } catch (IOException e) {
      if (!VerbsException.isLack(e)) {
        throw e;
      }
      complaints.about(e);
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

  private int timeout() {
    Pairs pairs = pairing.pairs();
    if (!pairs.unarmed().isEmpty()) {
      return pairs.unarmed().millis();
    }
    if (pairs.isOwing() || failures > 0) {
      return PAUSE_MILLIS;
    }
    boolean ticking = !pairs.isEmpty() || listeners.isLacking();
    int unused = listeners.isTidying() ? Listeners.TIDY_MILLIS : FOR_EVER;
    return pairing.timers().millis(ticking ? PairRounds.TICK_MILLIS : unused);
  }

  private void handle(Event event) {
    if (event.kind() == Event.Kind.REQUEST) {
      requested(event);
      return;
    }
    RdmaPair pair = pairing.pairs().get(event.token());
    if (pair != null) {
      pairing.upkeep().handle(pair, event);
    } else if (event.kind() == Event.Kind.DEVICE_GONE) {
      listeners.lost(event.token()); // first, since the device waits for it
      availability.devicesChanged();
    } // else the pair was removed before its event came
  }

  private void requested(Event event) {
    try {
      Integer port = listeners.port(event.token());
      if (port == null) {
        event.request().refuse(RdmaGreeting.refusal(Reason.NO_PEER.code()));
      } else {
        pairing.acceptor().requested(port, event);
      }
    } catch (RuntimeException | Error e) {
      complaints.about(e);
      // The peer asks again later. If the request was answered before, this does nothing.
      event.request().refuse(RdmaGreeting.AGAIN);
    }
  }

  /** The thread ends: tells all threads and ends that depend on it, however long that takes. */
  private void end(Throwable cause) {
    boolean told = false;
    while (!told) {
      try {
        if (pairing != null) {
          pairing.rounds().breakAll();
          pairing.pairs().destroyLeaving(pairing.memory(), complaints);
        }
        fail(RdmaReasons.NO_MANAGER);
        told = true;
        Log.warn("no RDMA any more: " + Log.describe(cause));
      } catch (RuntimeException | Error e) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
      }
    }
  }

  private void fail(Reason reason) {
    availability.failed(reason);
    tasks.refuse();
    if (pairing != null) {
      pairing.exit().giveUp();
    }
    registrar.explain(reason);
  }
}
