package jfs.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import jfs.core.config.Log;
import jfs.core.host.HostServices;
import jfs.core.ring.RingLayout;
import jfs.core.runtime.LackOfMemory;
import jfs.core.transport.EndpointRegistry;
import jfs.core.transport.FirstUse;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;
import jfs.shm.memory.OwnArena;
import jfs.shm.memory.TransitBuffer;
import jfs.shm.stream.ShmTransport;

/**
 * The connection manager, by which a JVM's connections find their other ends: one thread, one
 * socket in the {@link RendezvousDirectory}, and a {@link PeerLink} to every JVM there, this one
 * included. It begins with the first connection that wants a pair, or a moment after the first
 * connection of any kind; see {@link ShmManagerThread}. In the latter case it only has its socket
 * in the rendezvous directory, so that status clients can ask about connections, until a peer
 * connects or a pair is wanted: the rest takes as much again, and few programs need it.
 *
 * <p>The thread blocks only in its selector, and sleeps only between attempts to begin, for lack of
 * memory (see {@link Endurance}), and while the JVM exits. It takes no lock that the program can
 * see, and runs no code of the application.
 */
final class ShmConnectionManager implements Runnable {

  private static final long DEAF_MILLIS = 1000;
  private static final long BEGIN_AGAIN_NANOS = 1_000_000_000;
  private static final int MOST_FAILURES = 60;
  private static final long EXITING_NANOS = 2_000_000;
  private static final long MOST_EXITING_NANOS = 16_000_000;

  /**
   * More JVMs than there should be in the rendezvous directory: some may be gone and have left
   * their names.
   */
  private static final int MANY = 50;

  private static ShmConnectionManager ofProcess;

  private final EndpointRegistry<ShmEndpoint> registry = new EndpointRegistry<>();
  private final LongSupplier nanoTime = System::nanoTime;
  private final Searches searches = new Searches(nanoTime);
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

  private final PeerLinks links = new PeerLinks(this);

  private final Pairing pairing = new Pairing(this);

  private final PeerSearch search = new PeerSearch(this);

  private Host host;
  private Processors processors;
  private Presence presence;
  private ByteBuffer transit;

  /**
   * The selector that the thread sleeps in. Written before the thread reads {@link #needed} to
   * sleep.
   */
  private volatile Selector selector;

  /** Whether a pair is wanted, or a peer has connected. */
  private volatile boolean needed;

  /** Whether tasks are accepted. Written before the registry is searched for earlier work. */
  private volatile boolean ready;

  private volatile boolean failed;
  private volatile boolean exiting;
  private long exitingNanos = EXITING_NANOS;

  /** Why the manager failed: logged once, when it concerns a connection. */
  private final AtomicReference<String> complaint = new AtomicReference<>();

  /** Whether a peer could not be accepted: none is until a moment later. */
  private boolean deaf;

  private SelectionKey accepting;

  private Runnable task;

  private final Pace pace = new Pace();

  private boolean begun;

  /**
   * Whether this JVM has ever published its socket. Used by this thread alone, as is the next
   * field.
   */
  private boolean placed;

  /** How many attempts to begin have failed since, not counting lack of memory. */
  private int failures;

  /** Why the thread ends; null before that. */
  private Throwable end;

  // Made beforehand, while there is memory. Classes, since a JVM takes ten times as long to make
  // lambdas, which would delay a program's first connection.
  private final Turn turn = new Turn();
  private final Running running = new Running();
  private final Failing failing = new Failing();
  private final Telling telling = new Telling();

  private final class Turn implements Endurance.Step {
    @Override
    public void run() throws IOException {
      turn();
    }
  }

  private final class Running implements Endurance.Step {
    @Override
    public void run() {
      task.run();
    }
  }

  private final class Failing implements Endurance.Step {
    @Override
    public void run() {
      fail();
    }
  }

  private final class Telling implements IntConsumer {
    @Override
    public void accept(int port) {
      execute(new Errands.TellPort(ShmConnectionManager.this, port));
    }
  }

  private ShmConnectionManager() {}

  /**
   * The manager of this JVM. Not made in a static initialiser: if memory is lacking, a later call
   * can still make it.
   */
  static synchronized ShmConnectionManager ofProcess() {
    if (ofProcess == null) {
      ofProcess = new ShmConnectionManager();
    }
    return ofProcess;
  }

  /** Whether it has failed; called where a connection wants it, since it also logs why. */
  boolean hasFailed() {
    if (failed) {
      complain();
    }
    return failed;
  }

  /**
   * Makes the endpoint of an end that is wanted; it is not in the registry yet.
   *
   * @param madeAt when its connection was made, by {@link System#nanoTime}
   */
  ShmEndpoint register(PairingEnd end, long madeAt) {
    ShmManagerThread.need();
    return new ShmEndpoint(this, registry, end, nanoTime, madeAt);
  }

  /**
   * Enters an end into the registry first, and then looks for searches. Asks here for the end's
   * address, which may take a lock of the socket: the manager's thread must not take that.
   */
  void enter(ShmEndpoint endpoint, boolean accepted) {
    if (!endpoint.ends().isKnown()) {
      return; // closed
    }
    registry.add(endpoint);
    if (hasFailed()) {
      endpoint.explain(Reason.NO_RENDEZVOUS_DIR);
    }
    if (accepted) {
      search.ports().add(endpoint.ends().localPort(), telling);
    }
    if (searches.contain(endpoint.ends())) {
      execute(new Errands.Answer(this, endpoint));
    }
    ShmEndpoint other = registry.find(endpoint.ends().mirrored());
    if (other != null && other.isWanted()) {
      execute(new Errands.Look(this, other));
    }
  }

  EndpointRegistry<ShmEndpoint> registry() {
    return registry;
  }

  Searches searches() {
    return searches;
  }

  Pairing pairing() {
    return pairing;
  }

  Host host() {
    return host;
  }

  Processors processors() {
    return processors;
  }

  Presence presence() {
    return presence;
  }

  ByteBuffer transit() {
    return transit;
  }

  PeerSearch search() {
    return search;
  }

  PeerLinks links() {
    return links;
  }

  /** Registers a link's channel with the manager's selector. */
  SelectionKey register(SocketChannel channel, PeerLink link) throws IOException {
    return channel.register(selector, SelectionKey.OP_READ, link);
  }

  /** Whether it has failed, and makes no links any more. */
  boolean isOver() {
    return failed;
  }

  /** A pair is wanted: a published socket is not enough any more. Any thread may call. */
  void need() {
    needed = true;
    wakeUp();
  }

  private void wakeUp() {
    Selector now = selector;
    if (now != null) {
      now.wakeup();
    }
  }

  /**
   * Has the manager's thread run a task soon. Does nothing before the manager is ready: it looks
   * through the registry then.
   */
  void execute(Runnable task) {
    if (!failed && ready) {
      tasks.add(task);
      wakeUp();
    }
  }

  /** Has the manager's thread run a task that no thread waits for; see {@link Pace}. */
  void executeSoon(Runnable task) {
    if (!failed && ready) {
      tasks.add(task);
      if (!pace.looksSoon()) {
        wakeUp();
      }
    }
  }

  Pace pace() {
    return pace;
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
      Log.debug("manager not begun: " + Log.describe(e));
      startOver();
      LockSupport.parkNanos(BEGIN_AGAIN_NANOS);
    }
  }

  /**
   * Whether the obstacle may be gone a moment later. A JVM that has published its socket once can
   * pair; but it may have run for days since then, and lack descriptors at the moment, or the
   * folder.
   */
  private boolean mayPass(Throwable e) {
    return placed && !presence.hasLeft() && e instanceof IOException && ++failures < MOST_FAILURES;
  }

  /**
   * Closes all links: their peers would hear nothing on links of a selector that is not used any
   * more.
   */
  private void startOver() {
    ready = false;
    links.closeAll("the manager begins again");
    closeEndpoint();
    accepting = null;
    selector = null;
  }

  /**
   * Closes the listener, and the selector, without which the kernel would keep the listener open.
   */
  private void closeEndpoint() {
    try {
      if (accepting != null) {
        accepting.channel().close();
      }
      if (selector != null) {
        selector.close();
      }
    } catch (IOException e) {
      Log.debug("endpoint not closed: " + Log.describe(e));
    }
  }

  private void enterPlace() throws IOException {
    FirstUse.of(Endurance.class);
    if (presence == null) {
      presence = new Presence(this);
    } else {
      presence.reopen();
    }
    Selector opened = Selector.open();
    selector = opened;
    try {
      publish();
      placed = true;
      awaitNeed();
      prepare();
      ready = true;
      links.meetAll();
    } catch (IOException | RuntimeException | Error e) {
      opened.close();
      throw e;
    }
    for (ShmEndpoint endpoint : registry.all()) {
      if (endpoint.isWanted()) {
        search.look(endpoint);
      }
    }
    presence.place().sweepOrphans();
  }

  /** Publishes this JVM's socket. */
  private void publish() throws IOException {
    ServerSocketChannel listener = presence.publish();
    SelectionKey former = accepting;
    accepting = listener.register(selector, SelectionKey.OP_ACCEPT);
    if (former != null) {
      former.channel().close();
    }
  }

  /** Sleeps until more than presence is needed. A peer that connects is accepted later. */
  private void awaitNeed() throws IOException {
    if (presence.place().names().size() > MANY) {
      needed = true; // to meet them all, and to sweep up after those that are gone
    }
    while (!needed) {
      Thread.interrupted(); // as in a turn
      sleep(0);
      if (!selector.selectedKeys().isEmpty()) {
        needed = true;
      }
    }
  }

  private void prepare() throws IOException {
    host = Host.current(); // first: it fails if there are no descriptors, and can be repeated
    FirstUse.ofCore();
    OwnArena.useOnce();
    ShmTransport.useOnce();
    Errands.useOnce();
    processors = Processors.current();
    transit = makeTransit();
    RingLayout.useOnce(transit);
  }

  private ByteBuffer makeTransit() throws IOException {
    HostServices services = HostServices.installed();
    try {
      if (services != null) {
        return TransitBuffer.ofMemory(services);
      }
      Path path = presence.place().file(presence.name() + ".0" + RendezvousName.ARENA);
      return presence.whilePresent(() -> TransitBuffer.ofFile(path));
    } catch (IOException e) {
      Log.debug("no mapped memory for links: " + Log.describe(e));
      return TransitBuffer.ordinary();
    }
  }

  /** Publishes the socket again if it was removed: JVMs that came later could not find this one. */
  void bePresent() {
    try {
      if (!presence.isPublished() && !presence.hasLeft()) {
        Log.info("the socket where JVMs meet was removed: made again");
        presence.reopen();
        publish();
        links.meetAll();
      }
    } catch (IOException | RuntimeException e) {
      Log.info("no place to meet: " + Log.describe(e));
    }
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
    failed = true;
    links.closeAll("the manager has failed");
    tasks.clear(); // no thread will run them
    closeEndpoint(); // a JVM that finds its name is refused, and takes this one for gone
    if (!isForbidden(end) && !(presence != null && presence.hasLeft())) {
      complaint.set("no shared memory: " + Log.describe(end));
    }
    // An end that is entered too late to be among these sees that the manager has failed.
    boolean concerned = false;
    for (ShmEndpoint endpoint : registry.all()) {
      concerned = true;
      endpoint.explain(Reason.NO_RENDEZVOUS_DIR);
    }
    if (concerned) {
      complain(); // last: by now each connection has its reason
    }
  }

  private void complain() {
    String unsaid = complaint.getAndSet(null);
    if (unsaid != null) {
      Log.warn(unsaid);
    }
  }

  private void turn() throws IOException {
    // An interrupt is meant for another thread; with it set, this one would not sleep any more.
    Thread.interrupted();
    for (task = tasks.peek(); task != null; task = tasks.peek()) {
      Endurance.run(running);
      tasks.remove();
    }
    links.visitAgain();
    long pause = pauseMillis();
    pace.sleeps(pause);
    if (tasks.isEmpty()) {
      sleep(pause);
    } else {
      selector.selectNow();
    }
    pace.flushLate();
    if (deaf) {
      deaf = false;
      accepting.interestOps(SelectionKey.OP_ACCEPT);
    }
    for (Iterator<SelectionKey> each = selector.selectedKeys().iterator(); each.hasNext(); ) {
      SelectionKey key = each.next();
      each.remove();
      if (key.attachment() instanceof PeerLink link) {
        Endurance.run(link);
      } else {
        accept((ServerSocketChannel) key.channel());
      }
    }
  }

  /**
   * Sleeps until there is something to do. A JVM that exits waits up to 300 ms for threads that are
   * in a system call (HotSpot's VM_Exit), which this one always is. So during an exit this thread
   * looks often, and sleeps in between as Java threads do for each other: longer, the longer there
   * is nothing to do, since a program's hooks may take minutes.
   */
  private void sleep(long pauseMillis) throws IOException {
    if (exiting) {
      LockSupport.parkNanos(exitingNanos);
      boolean idle = selector.selectNow() == 0 && tasks.isEmpty();
      exitingNanos = idle ? Math.min(2 * exitingNanos, MOST_EXITING_NANOS) : EXITING_NANOS;
    } else {
      selector.select(pauseMillis);
    }
  }

  /** The JVM's exit has begun. It may take long, and the program's hooks may use connections. */
  void exits() {
    exiting = true;
    wakeUp();
  }

  /** How long to sleep at most; 0 is without limit. */
  private long pauseMillis() {
    long pause = pace.pauseMillis(links.pauseMillis());
    return deaf ? Math.min(DEAF_MILLIS, pause == 0 ? DEAF_MILLIS : pause) : pause;
  }

  private void accept(ServerSocketChannel listener) {
    try {
      SocketChannel channel = listener.accept();
      if (channel != null) {
        links.accepted(channel);
      }
    } catch (IOException e) {
      // Most likely out of descriptors: the peer sees its connection stay silent. That stays ready
      // to be accepted, so the selector would not sleep.
      deaf = true;
      accepting.interestOps(0);
      Log.info("link not accepted: " + Log.describe(e));
    }
  }

  /** Adds what is known about searches, before a status client gets the connections. */
  void explainSilence() {
    for (ShmEndpoint endpoint : registry.all()) {
      endpoint.explainSilence();
    }
  }
}
