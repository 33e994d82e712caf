package jfs.rdma;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
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

  private static final int TICK_MILLIS = 500;

  /** How long a listener is kept, or twice as long, that nobody has a connection of. */
  private static final int TIDY_MILLIS = 60_000;

  private static final int FOR_EVER = -1;
  private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final VerbsSource source;
  private final ClusterKey key;
  private final LongSupplier budget;
  private final Books books = new Books();
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

  private final LocalAddresses addresses = new LocalAddresses();
  private final Listeners listeners = new Listeners(books);

  /** By token, as the two below: this thread's own. */
  private final Map<Long, Pair> pairs = new HashMap<>();

  private final Unarmed unarmed = new Unarmed();

  private final List<Pair> leaving = new ArrayList<>();

  private final Timers timers = new Timers();
  private final ProcessExit exit = new ProcessExit(this);
  private PinnedMemory memory;
  private Pairing pairing;
  private long lastToken;
  private boolean tidying;
  private long tickedAt = System.nanoTime();
  private boolean probing;

  private volatile Verbs verbs;
  private volatile Reason failure;

  Reactor(VerbsSource source, ClusterKey key) {
    this(source, key, PinnedBudget::ofProcess);
  }

  /**
   * With as much memory as may be pinned, in bytes.
   *
   * @param budget asked once, by this thread
   */
  Reactor(VerbsSource source, ClusterKey key, LongSupplier budget) {
    this.source = source;
    this.key = key;
    this.budget = budget;
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
    timers.after(millis, task);
  }

  long newToken() {
    return ++lastToken;
  }

  ProcessExit exit() {
    return exit;
  }

  /** All pairs there are now. */
  List<Pair> pairs() {
    return List.copyOf(pairs.values());
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
      run(pair, () -> look(pair, true));
    }
  }

  @Override
  public void run() {
    try {
      verbs = source.open();
      memory = new PinnedMemory(verbs::pages, budget.getAsLong());
      pairing = new Pairing(this, verbs, key, memory);
      while (true) {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
          run(task);
        }
        // Before anything that may block: there may never be another event.
        destroyLeaving();
        Event event = verbs.nextEvent(timeout());
        if (event != null) {
          run(() -> handle(event));
        }
        long now = System.nanoTime();
        for (Runnable task = timers.poll(now); task != null; task = timers.poll(now)) {
          run(task);
        }
        for (Pair pair : unarmed.due(now)) {
          run(pair, () -> sweep(pair));
        }
        tick(now);
        if (exit.hasBegun()) {
          exit.check();
        }
      }
    } catch (NoVerbsException e) {
      Log.info("no RDMA: " + e.getMessage());
      fail(e.reason());
    } catch (IOException | RuntimeException | Error e) {
      // Nobody must wait for a thread that is no more; it may well have been for want of memory.
      failure = RdmaReasons.NO_MANAGER;
      Log.warn("no RDMA any more: " + Log.describe(e));
      for (Pair pair : pairs()) {
        run(pair, () -> broken(pair));
      }
      destroyLeaving();
      fail(RdmaReasons.NO_MANAGER);
    }
  }

  private void destroyLeaving() {
    for (Pair pair : leaving) {
      run(() -> pair.destroy(memory));
    }
    leaving.clear();
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

  /** What fails for one connection must not fail for all. */
  private static boolean run(Runnable task) {
    try {
      task.run();
      return true;
    } catch (RuntimeException | Error e) {
      Log.warn("RDMA failed", e);
      return false;
    }
  }

  /** Who is left in the midst of something might never be told of anything again. */
  void run(Pair pair, Runnable task) {
    if (!run(task)) {
      run(() -> giveUp(pair));
    }
  }

  private void giveUp(Pair pair) {
    RdmaTransport transport = pair.transport();
    if (transport == null || !transport.hasBound()) {
      pairing.drop(pair, RdmaReasons.NO_MANAGER);
      return;
    }
    synchronized (transport.talk().wire()) {
      transport.talk().wire().breakOff("an error of this process'");
    }
    if (pair.isDraining()) {
      remove(pair);
    }
  }

  private int timeout() {
    if (exit.hasBegun()) {
      return Unarmed.SHORTEST_MILLIS;
    }
    if (!unarmed.isEmpty()) {
      return unarmed.millis();
    }
    return timers.millis(pairs.isEmpty() ? FOR_EVER : TICK_MILLIS);
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
    run(pair, () -> handle(event, pair));
  }

  private void handle(Event event, Pair pair) {
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

  /** One whom nobody polls any more is armed. */
  private void sweep(Pair pair) {
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
      unarmed.soon();
      look(pair, true);
    }
  }

  private void tick(long now) {
    if (now - tickedAt < TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS)) {
      return;
    }
    tickedAt = now;
    probing = !probing;
    for (Pair pair : pairs()) {
      run(pair, () -> tick(pair, now, probing));
    }
  }

  /** Every half second: asks for a sign of life, and gives up what took too long. */
  void tick(Pair pair, long now, boolean probing) {
    RdmaTransport transport = pair.transport();
    if (transport != null) {
      // In limbo, too: the connection manager's word of the peer's death may get lost.
      boolean wasSilent;
      synchronized (transport.talk().wire()) {
        wasSilent = transport.talk().tick(probing);
      }
      if (wasSilent) {
        look(pair, true);
      }
    }
    boolean bound = transport != null && transport.hasBound();
    if ((bound && !pair.isDraining()) || now - pair.deadline() <= 0) {
      return;
    }
    if (bound) {
      remove(pair);
    } else if (!isBoundAfterAll(pair)) {
      pairing.late(pair);
    }
  }

  /**
   * Whether a pair that is over, or is to be given up, is bound; the peer may have done that, as is
   * found out only now. Who connected binds none that is over.
   */
  private static boolean isBoundAfterAll(Pair pair) {
    RdmaTransport transport = pair.transport();
    if (transport == null || (pair.isConnector() && !transport.hasBound())) {
      return false;
    }
    Conversation talk = transport.talk();
    synchronized (talk.wire()) {
      advance(talk);
      if (!transport.hasBound()) {
        // From here on nothing arrives: what came after the last look would be lost, and the peer
        // would not know.
        talk.wire().disconnect();
        advance(talk);
        if (transport.hasBound()) {
          talk.peerGone();
        }
      }
    }
    return transport.hasBound();
  }

  /** The peer has ended it, or has died; what it sent before is there to be polled. */
  void disconnected(Pair pair) {
    if (!isBoundAfterAll(pair)) {
      pairing.drop(pair, Reason.NO_PEER);
      return;
    }
    Conversation talk = pair.transport().talk();
    synchronized (talk.wire()) {
      talk.peerGone();
      talk.wire().disconnect();
    }
    look(pair, false);
  }

  private void broken(Pair pair) {
    if (!isBoundAfterAll(pair)) {
      pairing.drop(pair, RdmaReasons.NO_DEVICE);
      return;
    }
    Wire wire = pair.transport().talk().wire();
    synchronized (wire) {
      wire.breakOff("the device says so");
      // At once: a device that is being taken away waits for it.
      wire.destroy();
    }
    look(pair, false);
  }

  /** The JVM is ending: called by a thread of its own, which waits. */
  void drainAll() {
    if (verbs != null && failure == null) {
      exit.await(); // else there is nothing to drain, and nobody to do it
    }
  }
}
