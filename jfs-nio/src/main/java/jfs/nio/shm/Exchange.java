package jfs.nio.shm;

import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Iterator;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import jfs.core.config.Log;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Reason;
import jfs.core.transport.Registration;

/**
 * Where a JVM's connections find their other ends: one thread, one socket in the {@link
 * MeetingPlace}, and a {@link Link} to every other JVM there, this one among them. Started with the
 * first connection, wherever that goes, for others may ask about it; without one there is nothing
 * of it.
 *
 * <p>The thread never blocks but in its selector, and runs nothing of the application's.
 */
final class Exchange implements Runnable {

  private static final long DEAF_MILLIS = 1000;

  private static final class Holder {
    static final Exchange EXCHANGE = new Exchange();
  }

  private final Books books = new Books(System::nanoTime);
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

  /** By the peer's name. Concurrent, since a link that is sent to may turn out to be dead. */
  private final Map<String, Link> links = new ConcurrentHashMap<>();

  private final Pairing pairing = new Pairing(this);

  private Host host;
  private Processors processors;
  private MeetingPlace place;
  private String name;
  private volatile Selector selector;
  private volatile boolean failed;

  /** Why, to be said to a user whom it concerns: once. */
  private final AtomicReference<String> complaint = new AtomicReference<>();

  /** Whether nobody could be accepted, and nobody is until a moment later. */
  private boolean deaf;

  private SelectionKey accepting;

  /** Held while a file is made in the meeting place, and while all are removed at the end. */
  private final Object presence = new Object();

  /**
   * This JVM has removed what it had there, or is about to. Written with {@link #presence} held.
   */
  private volatile boolean left;

  private Exchange() {}

  /** This JVM's. */
  static Exchange ofProcess() {
    return Holder.EXCHANGE;
  }

  /** Whether there is nothing of it; to be asked where somebody wants it. */
  boolean hasFailed() {
    if (failed) {
      complain();
    }
    return failed;
  }

  /** Takes an end, which is yet to be entered into the books: most connections end before. */
  Registration register(PairingEnd end) {
    ExchangeThread.start();
    return books.entry(this, end);
  }

  /** Enters an end into the books: published first, and then its searcher looked for. */
  void enter(Entry entry) {
    books.add(entry);
    if (hasFailed()) {
      explain(entry, Reason.NO_MEETING_PLACE);
    }
    Link searcher = books.searcher(entry.ends());
    if (searcher != null) {
      execute(() -> pairing.offer(searcher, entry));
    }
    Entry other = books.find(entry.ends().mirrored());
    if (other != null && other.isWanted()) {
      execute(() -> look(other));
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

  MeetingPlace place() {
    return place;
  }

  /** This JVM's name in the meeting place. */
  String name() {
    return name;
  }

  /** Has something done by the exchange's thread, soon. */
  void execute(Runnable task) {
    if (failed) {
      return;
    }
    tasks.add(task);
    Selector open = selector;
    if (open != null) {
      open.wakeup();
    }
  }

  /** Looks for the other end of a connection. */
  void look(Entry entry) {
    PairingEnd end = entry.get();
    if (end == null || entry.transport != null) {
      return;
    }
    if (!end.isFree()) {
      Reason obstacle = end.obstacle();
      if (!obstacle.equals(Reason.CLOSED_EARLY)) { // that is a short life, and no obstacle
        end.explain(obstacle);
      }
      return;
    }
    entry.explainSilence();
    entry.asked();
    for (Link link : links.values()) {
      look(link, entry);
    }
  }

  /**
   * This JVM does not ask itself about an end that it does not hold: entered later, it is looked
   * for then. Under load, the exchange's thread has no time for idle talk.
   */
  private void look(Link link, Entry entry) {
    boolean own = name.equals(link.peerName());
    if (entry.ends().isKnown() && (!own || books.find(entry.ends().mirrored()) != null)) {
      link.look(entry);
    }
  }

  @Override
  public void run() {
    try (Selector open = Selector.open();
        ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      enter(listener);
      listener.configureBlocking(false);
      accepting = listener.register(open, SelectionKey.OP_ACCEPT);
      selector = open;
      for (String present : place.names()) {
        visit(present);
      }
      place.sweepOrphans();
      serve(open, listener);
    } catch (Throwable e) {
      // Out of memory, most likely: whoever relies on this thread must not wait for it.
      fail(e);
    }
  }

  private void enter(ServerSocketChannel listener) throws IOException {
    host = Host.current();
    processors = Processors.current();
    place = MeetingPlace.open();
    String random = Long.toHexString(new SecureRandom().nextLong() | 1L << 63);
    name = Files.readSymbolicLink(Path.of("/proc/self")) + "-" + random;
    // Listening before it has its name: who finds the name and is refused takes it for a dead
    // one's.
    Path fresh = place.file(name + ".new");
    Path known = place.file(name + MeetingPlace.SOCKET_SUFFIX);
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(null, this::leave, "jfs-shm-exit", 0, false));
    } catch (IllegalStateException e) {
      synchronized (presence) {
        left = true; // the JVM is going down
      }
    }
    whilePresent(
        () -> {
          listener.bind(UnixDomainSocketAddress.of(fresh), 256);
          return Files.move(fresh, known);
        });
  }

  /** Makes a file in the meeting place, or not if this JVM is about to leave: it would stay. */
  <T> T whilePresent(FileMaker<T> maker) throws IOException {
    synchronized (presence) {
      if (left) {
        throw new IOException("the JVM is going down");
      }
      return maker.make();
    }
  }

  /** Makes a file. */
  interface FileMaker<T> {
    T make() throws IOException;
  }

  /** Leaves nothing behind. */
  private void leave() {
    try {
      synchronized (presence) {
        left = true;
        place.sweep(name);
      }
    } catch (IOException | RuntimeException e) {
      // A security manager that came later may forbid it. Others sweep up what is left.
      Log.debug("meeting place not left: " + Log.describe(e));
    }
  }

  /** Of a manager that came later, with a policy that knows nothing of JFS; maybe midway. */
  private static boolean isForbidden(Throwable e) {
    return e instanceof SecurityException
        || (e instanceof ExceptionInInitializerError && e.getCause() instanceof SecurityException);
  }

  private void fail(Throwable e) {
    if (!isForbidden(e) && !left) {
      complaint.set("no shared memory: " + Log.describe(e));
    }
    failed = true;
    for (Link link : Map.copyOf(links).values()) {
      link.close("the exchange has failed");
    }
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      // Nobody will do it.
    }
    // Whoever is entered too late to be among these sees that it has failed.
    boolean concerned = false;
    for (Entry entry : books.all()) {
      concerned = true;
      explain(entry, Reason.NO_MEETING_PLACE);
    }
    if (concerned) {
      complain(); // last: who reads it finds each connection with its reason
    }
  }

  private static void explain(Entry entry, Reason reason) {
    entry.answered();
    PairingEnd end = entry.get();
    if (end != null) {
      end.explain(reason);
    }
  }

  private void complain() {
    String unsaid = complaint.getAndSet(null);
    if (unsaid != null) {
      Log.warn(unsaid);
    }
  }

  private void serve(Selector open, ServerSocketChannel listener) throws IOException {
    while (true) {
      for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
        run(task);
      }
      open.select(deaf ? DEAF_MILLIS : 0);
      if (deaf) {
        deaf = false;
        accepting.interestOps(SelectionKey.OP_ACCEPT);
      }
      for (Iterator<SelectionKey> each = open.selectedKeys().iterator(); each.hasNext(); ) {
        SelectionKey key = each.next();
        each.remove();
        if (key.attachment() instanceof Link link) {
          link.ready();
        } else {
          accept(listener);
        }
      }
    }
  }

  /** What fails for one connection must not fail for all. */
  private static void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      Log.warn("pairing failed", e);
    }
  }

  private void accept(ServerSocketChannel listener) {
    try {
      SocketChannel channel = listener.accept();
      if (channel != null) {
        begin(channel);
      }
    } catch (IOException e) {
      // Out of descriptors, most likely: the other JVM will see its connection stay silent. It is
      // there to be accepted all the while, so the selector would not sleep.
      deaf = true;
      accepting.interestOps(0);
      Log.info("link not accepted: " + Log.describe(e));
    }
  }

  /** Makes a link to a JVM that is in the meeting place, or removes what is left of it. */
  void visit(String present) {
    try {
      SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
      try {
        channel.configureBlocking(false);
        Path socket = place.file(present + MeetingPlace.SOCKET_SUFFIX);
        if (!channel.connect(UnixDomainSocketAddress.of(socket))) {
          throw new IOException("not connected at once");
        }
        begin(channel);
      } catch (ConnectException e) {
        channel.close();
        place.sweep(present);
      } catch (IOException e) {
        channel.close();
        Log.debug("no link to " + present + ": " + Log.describe(e));
      }
    } catch (IOException e) {
      Log.debug("no link to " + present + ": " + Log.describe(e));
    }
  }

  private void begin(SocketChannel channel) throws IOException {
    Link link = new Link(this, channel);
    try {
      channel.configureBlocking(false);
      link.begin(channel.register(selector, SelectionKey.OP_READ, link));
    } catch (IOException e) {
      link.close(Log.describe(e));
      throw e;
    }
  }

  /** Connections are about to be shown: with what is known of them now. */
  void explainSilence() {
    for (Entry entry : books.all()) {
      entry.explainSilence();
    }
  }

  /** The other side has said who it is. */
  void introduced(Link link) {
    if (link.isCompatible() && links.putIfAbsent(link.peerName(), link) == null) {
      for (Entry entry : books.all()) {
        if (entry.isWanted() && entry.transport == null) {
          look(link, entry);
        }
      }
    }
  }

  /** A link is no more. If its JVM is, nothing of it is to be left. */
  void ended(Link link) {
    String peer = link.peerName();
    if (peer != null && links.remove(peer, link) && !failed) {
      visit(peer);
    }
  }
}
