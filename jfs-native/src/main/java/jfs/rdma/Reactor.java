package jfs.rdma;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jfs.core.config.Log;
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
 */
final class Reactor implements Runnable {

  private static final int SHORTEST_SWEEP_MILLIS = 2;
  private static final int LONGEST_SWEEP_MILLIS = 32;
  private static final int TICK_MILLIS = 500;

  /** How long a listener is kept, or twice as long, that nobody has a connection of. */
  private static final int TIDY_MILLIS = 60_000;

  private static final int FOR_EVER = -1;
  private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long PROBE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long EXIT_MILLIS = 3000;

  private final VerbsSource source;
  private final ClusterKey key;
  private final Books books = new Books();
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

  private final LocalAddresses addresses = new LocalAddresses();
  private final Listeners listeners = new Listeners(books);

  /** By token, as the two below: this thread's own. */
  private final Map<Long, Pair> pairs = new HashMap<>();

  /** Those that are not armed, and are polled by threads of the application's. */
  private final Set<Pair> unarmed = new HashSet<>();

  private final List<Pair> leaving = new ArrayList<>();

  private final Queue<Timer> timers = new PriorityQueue<>();
  private PinnedMemory memory;
  private Pairing pairing;
  private CountDownLatch exiting;
  private int sweepMillis = SHORTEST_SWEEP_MILLIS;
  private long sweptAt = System.nanoTime();
  private long lastToken;
  private boolean tidying;
  private long probedAt = System.nanoTime();
  private long tickedAt = System.nanoTime();

  private record Timer(long due, Runnable task) implements Comparable<Timer> {
    @Override
    public int compareTo(Timer other) {
      return Long.signum(due - other.due);
    }
  }

  private volatile Verbs verbs;
  private volatile Reason failure;

  Reactor(VerbsSource source, ClusterKey key) {
    this.source = source;
    this.key = key;
  }

  Books books() {
    return books;
  }

  Pairing pairing() {
    return pairing;
  }

  /** Why connections from this address need not be registered, or null; any thread. */
  Reason refusal(InetAddress local) {
    if (failure != null) {
      return failure;
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
    if (!end.isConnector()) {
      InetSocketAddress local = entry.local();
      if (!listeners.knows(local)) {
        execute(() -> listen(local));
      }
    }
    return entry;
  }

  private void listen(InetSocketAddress at) {
    listeners.listen(verbs, at, newToken());
    if (!tidying) {
      tidying = true;
      after(TIDY_MILLIS, this::tidy);
    }
  }

  private void tidy() {
    listeners.closeUnused();
    tidying = !listeners.isEmpty();
    if (tidying) {
      after(TIDY_MILLIS, this::tidy);
    }
  }

  /** Has something done by this thread, soon. Any thread. */
  void execute(Runnable task) {
    if (failure != null) {
      return;
    }
    tasks.add(task);
    Verbs open = verbs;
    if (open != null) {
      open.wake();
    }
  }

  /** Has something done by this thread, which is the caller, after a while. */
  void after(int millis, Runnable task) {
    timers.add(new Timer(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis), task));
  }

  long newToken() {
    return ++lastToken;
  }

  void add(Pair pair) {
    pairs.put(pair.token(), pair);
  }

  /** A pair is not needed any more: destroyed soon, for it may be in the midst of something. */
  void remove(Pair pair) {
    if (pairs.remove(pair.token(), pair)) {
      unarmed.remove(pair);
      leaving.add(pair);
    }
  }

  /** Looks after a pair that has its transport: what has come already, and what will. */
  void watch(Pair pair) {
    look(pair, true);
  }

  /** An application has left its transport. */
  void drain(RdmaTransport transport) {
    Pair pair = transport.pair();
    if (pairs.containsKey(pair.token())) {
      pair.drain();
      pair.deadline(System.nanoTime() + DRAIN_NANOS);
      look(pair, true);
    }
  }

  @Override
  public void run() {
    try {
      verbs = source.open();
      memory = new PinnedMemory(PinnedBudget.ofProcess());
      pairing = new Pairing(this, verbs, key, memory);
      while (true) {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
          run(task);
        }
        // Before anything that may block: there may never be another event.
        leaving.forEach(pair -> pair.destroy(memory));
        leaving.clear();
        Event event = verbs.nextEvent(timeout());
        if (event != null) {
          run(() -> handle(event));
        }
        long now = System.nanoTime();
        while (!timers.isEmpty() && timers.peek().due - now <= 0) {
          run(timers.remove().task);
        }
        sweep(now);
        tick(now);
        checkExit();
      }
    } catch (NoVerbsException e) {
      Log.info("no RDMA: " + e.getMessage());
      fail(e.reason());
    } catch (IOException e) {
      Log.warn("no RDMA any more: " + Log.describe(e));
      List.copyOf(pairs.values()).forEach(this::broken);
      fail(RdmaReasons.NO_MANAGER);
    }
  }

  private void fail(Reason reason) {
    failure = reason;
    tasks.clear();
    for (Entry entry : books.all()) {
      PairingEnd end = entry.get();
      if (end != null) {
        end.explain(reason);
      }
    }
  }

  /** What fails for one connection must not fail for all. */
  private static void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      Log.warn("RDMA pairing failed", e);
    }
  }

  private int timeout() {
    if (exiting != null) {
      return SHORTEST_SWEEP_MILLIS;
    }
    if (!unarmed.isEmpty()) {
      return sweepMillis;
    }
    int longest = pairs.isEmpty() ? FOR_EVER : TICK_MILLIS;
    if (timers.isEmpty()) {
      return longest;
    }
    long left = TimeUnit.NANOSECONDS.toMillis(timers.peek().due - System.nanoTime()) + 1;
    return (int) Math.max(0, longest < 0 ? left : Math.min(left, longest));
  }

  private void handle(Event event) {
    if (event.kind() == Event.Kind.REQUEST) {
      Integer port = listeners.port(event.token());
      if (port == null) {
        event.request().refuse(Greeting.refusal(Reason.NO_PEER.code()));
      } else {
        pairing.requested(port, event);
      }
      return;
    }
    Pair pair = pairs.get(event.token());
    if (pair == null) {
      if (event.kind() == Event.Kind.DEVICE_GONE) {
        listeners.lost(event.token());
      }
      return; // or it was removed, and this was on its way
    }
    switch (event.kind()) {
      case ACCEPTED -> pairing.accepted(pair, event.data());
      case ESTABLISHED -> pairing.established(pair);
      case REFUSED -> pairing.refused(pair, event.data());
      case FAILED -> pairing.failed(pair, event.error());
      case DISCONNECTED -> disconnected(pair);
      case BROKEN, DEVICE_GONE -> broken(pair);
      case COMPLETIONS -> told(pair);
      default -> {}
    }
  }

  private void told(Pair pair) {
    if (pair.transport() == null) {
      return;
    }
    Conversation talk = pair.transport().talk();
    synchronized (talk.wire()) {
      talk.wire().disarmed();
    }
    look(pair, false);
  }

  /**
   * Polls a pair's queue until nothing more is there.
   *
   * @param arm whether it is to tell of itself from now on; it is anyhow if a thread goes on
   *     sleeping
   */
  private void look(Pair pair, boolean arm) {
    RdmaTransport transport = pair.transport();
    if (transport == null) {
      return;
    }
    Conversation talk = transport.talk();
    Wire wire = talk.wire();
    boolean isArmed;
    boolean isOver;
    synchronized (wire) {
      advance(talk);
      if (arm || !transport.isBound() || talk.reader().isAsleep() || talk.writer().isAsleep()) {
        wire.arm();
        advance(talk);
      }
      talk.spill();
      wire.wasPolled();
      isArmed = wire.isArmed() || wire.isBroken();
      isOver = talk.hasDrained();
    }
    if (!isArmed) {
      if (unarmed.isEmpty()) {
        sweepMillis = SHORTEST_SWEEP_MILLIS;
        sweptAt = System.nanoTime();
      }
      unarmed.add(pair);
    }
    if (!transport.hasBound()) {
      pairing.looked(pair);
    } else if (pair.isDraining() && isOver) {
      remove(pair);
    }
  }

  private static void advance(Conversation talk) {
    while (talk.advance()) {
      // There may be more: a poll takes so many at once.
    }
  }

  private void sweep(long now) {
    if (now - sweptAt < TimeUnit.MILLISECONDS.toNanos(sweepMillis)) {
      return;
    }
    sweptAt = now;
    sweepMillis = Math.min(2 * sweepMillis, LONGEST_SWEEP_MILLIS);
    for (Pair pair : List.copyOf(unarmed)) {
      Conversation talk = pair.transport().talk();
      boolean done;
      boolean idle;
      synchronized (talk.wire()) {
        idle = !talk.wire().wasPolled();
        done = idle || talk.wire().isArmed() || talk.wire().isBroken();
      }
      if (done) {
        unarmed.remove(pair);
      }
      if (idle) {
        sweepMillis = SHORTEST_SWEEP_MILLIS;
        look(pair, true);
      }
    }
  }

  private void tick(long now) {
    if (now - tickedAt < TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS)) {
      return;
    }
    tickedAt = now;
    boolean probing = now - probedAt >= PROBE_NANOS;
    if (probing) {
      probedAt = now;
    }
    for (Pair pair : List.copyOf(pairs.values())) {
      RdmaTransport transport = pair.transport();
      boolean bound = transport != null && transport.hasBound();
      if (transport != null) {
        // In limbo, too: the connection manager's word of the peer's death may get lost.
        synchronized (transport.talk().wire()) {
          transport.talk().wire().probe(probing);
        }
      }
      if ((!bound || pair.isDraining()) && now - pair.deadline() > 0) {
        if (bound) {
          remove(pair);
        } else {
          pairing.late(pair);
        }
      }
    }
  }

  /** The peer has ended it, or has died; what it sent before is there to be polled. */
  private void disconnected(Pair pair) {
    look(pair, false);
    RdmaTransport transport = pair.transport();
    if (transport == null || !transport.hasBound()) {
      pairing.drop(pair, Reason.NO_PEER);
      return;
    }
    Conversation talk = transport.talk();
    synchronized (talk.wire()) {
      talk.peerGone();
      talk.wire().disconnect();
    }
    look(pair, false);
  }

  private void broken(Pair pair) {
    look(pair, false); // what has come before is known first
    RdmaTransport transport = pair.transport();
    if (transport == null || !transport.hasBound()) {
      pairing.drop(pair, RdmaReasons.NO_DEVICE);
      return;
    }
    Conversation talk = transport.talk();
    synchronized (talk.wire()) {
      talk.wire().breakOff("the device says so");
      // At once: a device that is being taken away waits for it.
      talk.wire().destroy();
    }
    look(pair, false);
  }

  /**
   * The JVM is ending: waits until what was written has arrived in the peers' memory, as it would
   * in the kernel's; not for long if a peer does not take it. Called by a thread of its own.
   */
  void drainAll() {
    if (verbs == null || failure != null) {
      return; // there is nothing to drain, and nobody to do it
    }
    CountDownLatch done = new CountDownLatch(1);
    execute(
        () -> {
          exiting = done;
          pairs.values().forEach(Reactor::ending);
        });
    try {
      if (!done.await(EXIT_MILLIS, TimeUnit.MILLISECONDS)) {
        Log.info("a peer has not taken everything");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void ending(Pair pair) {
    if (pair.transport() != null && pair.transport().hasBound()) {
      synchronized (pair.transport().talk().wire()) {
        pair.transport().talk().ending();
      }
    }
  }

  private void checkExit() {
    if (exiting == null) {
      return;
    }
    boolean drained = true;
    for (Pair pair : List.copyOf(pairs.values())) {
      if (pair.transport() != null) {
        look(pair, true);
        Conversation talk = pair.transport().talk();
        synchronized (talk.wire()) {
          drained &= talk.hasDrained();
        }
      }
    }
    if (drained) {
      exiting.countDown();
    }
  }
}
