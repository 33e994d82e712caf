package jfs.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import jfs.core.config.Log;
import jfs.core.ring.RingLayout;
import jfs.core.runtime.LackOfMemory;
import jfs.core.transport.FirstUse;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;

/**
 * Where a JVM's connections find their other ends: one thread, one socket in the {@link
 * MeetingPlace}, and a {@link Link} to every other JVM there, this one among them. Begun with the
 * first connection that wants a pair, or a moment after the first of all, wherever that goes; see
 * {@link ExchangeThread}. In the latter case it is in the meeting place and no more, for others may
 * ask about the connection, until somebody comes or a pair is wanted: the rest takes as much again,
 * and few programs need it.
 *
 * <p>The thread never blocks but in its selector, or asleep while the JVM exits, takes no lock that
 * the program can see, and runs nothing of the application's. Where there is no memory it waits for
 * some: see {@link Endurance}.
 */
final class Exchange implements Runnable {

  private static final long DEAF_MILLIS = 1000;
  private static final long BEGIN_AGAIN_NANOS = 1_000_000_000;
  private static final int MOST_FAILURES = 60;
  private static final long EXITING_NANOS = 2_000_000;
  private static final long MOST_EXITING_NANOS = 16_000_000;

  /** More JVMs than there should be in the meeting place: some may have left their names behind. */
  private static final int MANY = 50;

  private static Exchange ofProcess;

  private final Books books = new Books(System::nanoTime);
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

  private final PeerLinks links = new PeerLinks(this);

  private final Pairing pairing = new Pairing(this);

  private final PeerSearch search = new PeerSearch(this);

  private Host host;
  private Processors processors;
  private Presence presence;
  private ByteBuffer transit;

  /** What the thread sleeps in. Written before {@link #needed} is read, to sleep. */
  private volatile Selector selector;

  /** Whether a pair is wanted, or somebody has come. */
  private volatile boolean needed;

  /** Whether tasks are taken. Written before the books are looked through for what was not. */
  private volatile boolean ready;

  private volatile boolean failed;
  private volatile boolean exiting;
  private long exitingNanos = EXITING_NANOS;

  /** Why, to be said to a user whom it concerns: once. */
  private final AtomicReference<String> complaint = new AtomicReference<>();

  /** Whether nobody could be accepted, and nobody is until a moment later. */
  private boolean deaf;

  private SelectionKey accepting;

  private Runnable task;

  private final Pace pace = new Pace();

  private boolean begun;

  /** Whether this JVM has ever taken its place; this thread's own, as the next. */
  private boolean placed;

  /** How many tries to begin have failed since, other than for want of memory. */
  private int failures;

  /** Why the thread ends; null before that. */
  private Throwable end;

  // Made when there is memory; and classes, since a JVM takes ten times as long to make lambdas,
  // on the way of a program's first connection.
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
      execute(new Errands.TellPort(Exchange.this, port));
    }
  }

  private Exchange() {}

  /** This JVM's. Not made where a class begins: should memory lack, it is to be had later. */
  static synchronized Exchange ofProcess() {
    if (ofProcess == null) {
      ofProcess = new Exchange();
    }
    return ofProcess;
  }

  /** Whether there is nothing of it; to be asked where somebody wants it. */
  boolean hasFailed() {
    if (failed) {
      complain();
    }
    return failed;
  }

  /**
   * Takes an end that is wanted, and is yet to be entered into the books.
   *
   * @param madeAt when its connection was made, by {@link System#nanoTime}
   */
  Entry register(PairingEnd end, long madeAt) {
    ExchangeThread.need();
    return books.entry(this, end, madeAt);
  }

  /**
   * Enters an end into the books: published first, and then looked for. Its address, which may take
   * a lock of the socket's to learn, is asked for here: the exchange's thread must not.
   */
  void enter(Entry entry, boolean accepted) {
    if (!entry.ends().isKnown()) {
      return; // closed
    }
    books.add(entry);
    if (hasFailed()) {
      entry.explain(Reason.NO_MEETING_PLACE);
    }
    if (accepted) {
      search.ports().add(entry.ends().localPort(), telling);
    }
    if (books.isSearched(entry.ends())) {
      execute(new Errands.Answer(this, entry));
    }
    Entry other = books.find(entry.ends().mirrored());
    if (other != null && other.isWanted()) {
      execute(new Errands.Look(this, other));
    }
  }

  Books books() {
    return books;
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

  /** Has the exchange's thread told when a link's channel can be read. */
  SelectionKey register(SocketChannel channel, Link link) throws IOException {
    return channel.register(selector, SelectionKey.OP_READ, link);
  }

  /** Whether it has failed, and meets nobody any more. */
  boolean isOver() {
    return failed;
  }

  /** A pair is wanted: it is time to be more than present. Any thread may call. */
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
   * Has something done by the exchange's thread, soon. Before it is ready there is nothing to do:
   * then it looks through the books.
   */
  void execute(Runnable task) {
    if (!failed && ready) {
      tasks.add(task);
      wakeUp();
    }
  }

  /** Has something done that nobody waits for; see {@link Pace}. */
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

  /** Allocates nothing itself, and so ends as it should. Goes on where it was if run again. */
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
    // Whoever relies on this thread must not wait for it.
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
      Log.debug("exchange not begun: " + Log.describe(e));
      startOver();
      LockSupport.parkNanos(BEGIN_AGAIN_NANOS);
    }
  }

  /**
   * Whether what was in the way may be gone a moment later. Where it took its place, a JVM may
   * pair; but it may have run for days since then, and lack descriptors just now, or the folder.
   */
  private boolean mayPass(Throwable e) {
    return placed && !presence.hasLeft() && e instanceof IOException && ++failures < MOST_FAILURES;
  }

  /** Whom this JVM has met hears nothing on links of a selector that nobody selects on. */
  private void startOver() {
    ready = false;
    links.closeAll("the exchange begins again");
    closeEndpoint();
    accepting = null;
    selector = null;
  }

  /** Closes the listener, and the selector without which the kernel would keep it open. */
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
    for (Entry entry : books.all()) {
      if (entry.isWanted()) {
        search.look(entry);
      }
    }
    presence.place().sweepOrphans();
  }

  /** Takes this JVM's place. */
  private void publish() throws IOException {
    ServerSocketChannel listener = presence.publish();
    SelectionKey former = accepting;
    accepting = listener.register(selector, SelectionKey.OP_ACCEPT);
    if (former != null) {
      former.channel().close();
    }
  }

  /** Sleeps until more than presence is needed. Who comes is left to be accepted. */
  private void awaitNeed() throws IOException {
    if (presence.place().names().size() > MANY) {
      needed = true; // to meet them all, and to sweep up after those that are no more
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
    host = Host.current(); // first: it fails where there are no descriptors, and can be done again
    FirstUse.ofCore();
    FirstUse.of(ShmCheck.class);
    FirstUse.of(Shortage.class);
    FirstUse.of(Naps.class);
    Errands.useOnce();
    processors = Processors.current();
    transit = TransitBuffer.create(presence);
    RingLayout.useOnce(transit);
  }

  /** Whoever is looked for here could not find this JVM, nor this JVM who came later. */
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

  /** Of a manager that came later, with a policy that knows nothing of JFS; maybe midway. */
  private static boolean isForbidden(Throwable e) {
    return e instanceof SecurityException
        || (e instanceof ExceptionInInitializerError && e.getCause() instanceof SecurityException);
  }

  private void fail() {
    failed = true;
    links.closeAll("the exchange has failed");
    tasks.clear(); // nobody will do them
    closeEndpoint(); // who finds its name is refused, and takes it for nobody's
    if (!isForbidden(end) && !(presence != null && presence.hasLeft())) {
      complaint.set("no shared memory: " + Log.describe(end));
    }
    // Whoever is entered too late to be among these sees that it has failed.
    boolean concerned = false;
    for (Entry entry : books.all()) {
      concerned = true;
      entry.explain(Reason.NO_MEETING_PLACE);
    }
    if (concerned) {
      complain(); // last: who reads it finds each connection with its reason
    }
  }

  private void complain() {
    String unsaid = complaint.getAndSet(null);
    if (unsaid != null) {
      Log.warn(unsaid);
    }
  }

  private void turn() throws IOException {
    // Whoever interrupts this thread means another one; interrupted, it would not sleep any more.
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
      if (key.attachment() instanceof Link link) {
        Endurance.run(link);
      } else {
        accept((ServerSocketChannel) key.channel());
      }
    }
  }

  /**
   * Sleeps until there is something to do. A JVM that exits waits up to 300 ms for threads that are
   * in a system call (HotSpot's VM_Exit), which this one always is. So then it looks often, and
   * sleeps in between as Java threads do for each other: longer the longer there is nothing, since
   * a program's hooks may take minutes.
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

  /** The program's exit has begun, and may take its time: its hooks may use connections. */
  void exits() {
    exiting = true;
    wakeUp();
  }

  /** How long to sleep at most; 0 for ever. */
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
      // Out of descriptors, most likely: the other JVM will see its connection stay silent. It is
      // there to be accepted all the while, so the selector would not sleep.
      deaf = true;
      accepting.interestOps(0);
      Log.info("link not accepted: " + Log.describe(e));
    }
  }

  /** Connections are about to be shown: with what is known of them now. */
  void explainSilence() {
    for (Entry entry : books.all()) {
      entry.explainSilence();
    }
  }
}
