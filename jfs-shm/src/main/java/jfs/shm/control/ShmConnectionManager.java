package jfs.shm.control;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import jfs.core.config.Log;
import jfs.core.ring.RingLayout;
import jfs.core.runtime.LackOfMemory;
import jfs.core.runtime.SystemClock;
import jfs.core.transport.EndpointRegistry;
import jfs.core.transport.FirstUse;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;
import jfs.shm.memory.OwnArena;
import jfs.shm.stream.ShmTransport;

/**
 * The connection manager, by which a JVM's connections find their other ends: one thread, one
 * socket in the {@link RendezvousDirectory}, and a {@link PeerLink} to every JVM there, this one
 * included. It begins with the first connection that wants a pair, or a moment after the first
 * connection of any kind; see {@link ShmManagerThread}. In the latter case it only has its socket
 * in the rendezvous directory, so that status clients can ask about connections, until a peer
 * connects or a pair is wanted: the rest takes as much again, and few programs need it.
 *
 * <p>This class is the thread's life: how it begins, what it does in turn, and how it ends. It
 * makes all that the thread works with, and nothing there knows of it.
 *
 * <p>The thread blocks only in its selector, and sleeps only between attempts to begin, for lack of
 * memory (see {@link Endurance}), and while the JVM exits. It takes no lock that the program can
 * see, and runs no code of the application.
 */
final class ShmConnectionManager implements Runnable {

  private static final long BEGIN_AGAIN_NANOS = 1_000_000_000;
  private static final int MOST_FAILURES = 60;

  /**
   * More JVMs than there should be in the rendezvous directory: some may be gone and have left
   * their names.
   */
  private static final int MANY = 50;

  private final String parent;
  private final boolean crossing;

  private final EndpointRegistry<ShmEndpoint> registry = new EndpointRegistry<>();
  private final Ports ports = new Ports();
  private final Ports peersPorts = new Ports();
  private final ManagerFailure failure = new ManagerFailure();
  private final ManagerPace pace = new ManagerPace();
  private final LinkSelector selector;
  private final TaskQueue tasks;
  private final Searches searches;
  private final OwnEnds ends;

  // Made by the manager's thread when it begins.
  private Presence presence;
  private LinkAcceptor acceptor;

  // Made by the manager's thread once a pair is wanted, or a peer has connected.
  private ThisJvm jvm;
  private PeerLinks links;
  private PeerSearch search;

  /** Null unless peers may be in other network namespaces. */
  private NamespaceProofs proofs;

  /** Whether a pair is wanted, or a peer has connected. */
  private volatile boolean needed;

  private boolean begun;

  /**
   * Whether this JVM has ever published its socket. Used by this thread alone, as is the next
   * field.
   */
  private boolean placed;

  /** How many attempts to begin failed before that, or since; not counting lack of memory. */
  private int failures;

  /** Why the thread ends; null before that. */
  private Throwable end;

  // Made beforehand, while there is memory. Classes, since a JVM takes ten times as long to make
  // lambdas, which would delay a program's first connection.
  private final Turn turn = new Turn();
  private final Failing failing = new Failing();

  private final class Turn implements Endurance.Step {
    @Override
    public void run() throws IOException {
      turn();
    }
  }

  private final class Failing implements Endurance.Step {
    @Override
    public void run() {
      fail();
    }
  }

  /**
   * Makes a manager whose thread has not begun.
   *
   * @param parent the folder that holds the rendezvous directory, as the option {@code shm_dir}
   *     says
   * @param crossing whether it pairs with JVMs in other network namespaces
   */
  ShmConnectionManager(String parent, boolean crossing) {
    this.parent = parent;
    this.crossing = crossing;
    Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
    selector = new LinkSelector(queue);
    tasks = new TaskQueue(queue, selector, pace, failure);
    searches = new Searches(SystemClock.NANOS);
    ends = new OwnEnds(registry, searches, ports, peersPorts, tasks, failure, SystemClock.NANOS);
  }

  /** Whether it has failed; called where a connection wants it, since it also logs why. */
  boolean hasFailed() {
    return failure.hasFailed();
  }

  /** Makes the endpoint of an end that is wanted: see {@link OwnEnds#register}. */
  ShmEndpoint register(PairingEnd newEnd, long madeAt) {
    return ends.register(newEnd, madeAt);
  }

  EndpointRegistry<ShmEndpoint> registry() {
    return registry;
  }

  Ports ports() {
    return ports;
  }

  TaskQueue tasks() {
    return tasks;
  }

  ThisJvm jvm() {
    return jvm;
  }

  PeerLinks links() {
    return links;
  }

  /** A pair is wanted: a published socket is not enough any more. Any thread may call. */
  void need() {
    needed = true;
    selector.wakeUp();
  }

  /**
   * Allocates nothing itself, so that it can always end properly. Goes on where it was if run
   * again.
   */
  @Override
  public void run() {
    while (end == null && !begun) {
      begin();
    }
    while (end == null) {
      try {
        end = Endurance.run(turn);
      } catch (Throwable e) {
        if (e instanceof Error error && LackOfMemory.isCauseOf(e)) {
          throw error; // the thread runs this again
        }
        end = e; // a fault in mapped memory, say
      }
    }
    // Threads that rely on this one must not wait for it.
    Endurance.run(failing);
  }

  private void begin() {
    try {
      enterPlace();
      begun = true;
    } catch (Throwable e) {
      if (!LackOfMemory.isCauseOf(e) && !mayPass(e)) {
        end = e;
        return;
      }
      Log.debug("manager not begun", e);
      startOver();
      LockSupport.parkNanos(BEGIN_AGAIN_NANOS);
      Thread.interrupted(); // a program that interrupts all threads means its own
    }
  }

  /**
   * Whether the obstacle may be gone a moment later. A JVM that has published its socket once can
   * pair; but it may have run for days since then, and lack descriptors at the moment, or the
   * folder. A program may also use up its descriptors before that.
   */
  private boolean mayPass(Throwable e) {
    boolean can = placed ? !presence.hasLeft() : lacksDescriptors(e);
    return can && e instanceof IOException && ++failures < MOST_FAILURES;
  }

  /** As the kernel says in English: EMFILE, ENFILE. In another language they count as any error. */
  private static boolean lacksDescriptors(Throwable e) {
    return String.valueOf(e.getMessage()).contains("Too many open files");
  }

  /**
   * Closes all links: their peers would hear nothing on links of a selector that is not used any
   * more.
   */
  private void startOver() {
    tasks.close();
    endProofs();
    closeLinks("the manager begins again");
    closeEndpoint();
  }

  private void endProofs() {
    if (proofs != null) {
      proofs.endAll();
    }
  }

  private void closeLinks(String why) {
    if (links != null) {
      links.closeAll(why);
    }
  }

  /**
   * Closes the listener, and the selector, without which the kernel would keep the listener open.
   */
  private void closeEndpoint() {
    try {
      if (acceptor != null) {
        acceptor.close();
      }
      selector.close();
    } catch (IOException e) {
      Log.debug("endpoint not closed", e);
    }
  }

  private void enterPlace() throws IOException {
    FirstUse.of(Endurance.class);
    if (presence == null) {
      presence = new Presence(parent, selector);
    } else {
      presence.reopen();
    }
    if (acceptor == null) {
      acceptor = new LinkAcceptor(selector, presence);
    }
    selector.open();
    try {
      acceptor.publish();
      failures = placed ? failures : 0;
      placed = true;
      awaitNeed();
      prepare();
      tasks.open();
      links.meetAll();
    } catch (IOException | RuntimeException | Error e) {
      selector.close();
      throw e;
    }
    for (ShmEndpoint endpoint : registry.all()) {
      if (endpoint.isWanted()) {
        search.look(endpoint);
      }
    }
    presence.place().sweepOrphans();
  }

  /** Sleeps until more than presence is needed. A peer that connects is accepted later. */
  private void awaitNeed() throws IOException {
    if (presence.place().names().size() > MANY) {
      needed = true; // to meet them all, and to sweep up after those that are gone
    }
    while (!needed) {
      Thread.interrupted(); // as in a turn
      selector.sleep(0);
      if (!selector.ready().isEmpty()) {
        needed = true;
      }
    }
  }

  /** Makes what pairs and links need. Does nothing if it was made before. */
  private void prepare() throws IOException {
    if (search != null) {
      return; // the manager begins again
    }
    jvm = ThisJvm.of(presence, crossing);
    FirstUse.ofCore();
    OwnArena.useOnce();
    OwnEnds.useOnce();
    LinkEventFds.useOnce();
    RingLayout.useOnce(jvm.transit());
    ShmTransport.useOnce(jvm.transit());
    PairMaker maker = new PairMaker(pace);
    PairOfferer offerer = new PairOfferer(registry, searches, maker);
    ShmPairAcceptor pairAcceptor = new ShmPairAcceptor(registry, searches, ports, maker);
    if (jvm.crossing()) {
      proofs = new NamespaceProofs(pairAcceptor, new ProofLocks(presence));
      presence.beforeLeaving(proofs::exit);
      pairAcceptor.proveBy(proofs);
    }
    FrameHandler frames = new FrameHandler(offerer, pairAcceptor, peersPorts);
    links =
        new PeerLinks(
            new PeerLink.Common(jvm, tasks, pace, registry, ports, frames),
            selector,
            acceptor,
            searches,
            failure);
    PeerSearch made = new PeerSearch(jvm.name(), registry, links, offerer);
    frames.begin(links, made);
    ends.doneBy(made, offerer);
    search = made; // last: if memory is lacking, all is done again
  }

  /**
   * Whether a security manager is the cause, perhaps in a static initialiser: one that was set
   * later, by a policy without JFS.
   */
  private static boolean isForbidden(Throwable e) {
    return e instanceof SecurityException
        || (e instanceof ExceptionInInitializerError && e.getCause() instanceof SecurityException);
  }

  private void fail() {
    failure.fail();
    endProofs();
    closeLinks("the manager has failed");
    tasks.clear(); // no thread will run them
    closeEndpoint(); // a JVM that finds its name is refused, and takes this one for gone
    if (!isForbidden(end) && !(presence != null && presence.hasLeft())) {
      failure.because("no shared memory: " + Log.describe(end));
    }
    // An end that is entered too late to be among these sees that the manager has failed.
    boolean concerned = false;
    for (ShmEndpoint endpoint : registry.all()) {
      concerned = true;
      endpoint.explain(Reason.NO_RENDEZVOUS_DIR);
    }
    if (concerned) {
      failure.complain(); // last: by now each connection has its reason
    }
  }

  private void turn() throws IOException {
    // An interrupt is meant for another thread; with it set, this one would not sleep any more.
    Thread.interrupted();
    if (proofs != null) {
      proofs.lookOnce();
    }
    tasks.runAll();
    links.visitAgain();
    long pause = acceptor.pauseMillis(pace.pauseMillis(links.pauseMillis()));
    if (proofs != null) {
      pause = proofs.pauseMillis(pause);
    }
    pace.sleeps(pause);
    if (tasks.isEmpty() && (proofs == null || !proofs.isBusy())) {
      selector.sleep(pause);
    } else {
      selector.look();
    }
    pace.flushLate();
    acceptor.resume();
    for (Iterator<SelectionKey> each = selector.ready().iterator(); each.hasNext(); ) {
      SelectionKey key = each.next();
      each.remove();
      if (key.attachment() instanceof PeerLink link) {
        Endurance.run(link);
      } else {
        acceptor.accept((ServerSocketChannel) key.channel(), links);
      }
    }
  }
}
