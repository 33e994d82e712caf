package jfs.shm.control;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import jfs.core.config.Log;
import jfs.core.runtime.LackOfMemory;
import jfs.core.transport.EndpointRegistry;
import jfs.shm.memory.OwnArena;
import jfs.shm.memory.PeerArena;

/**
 * A peer link: a socket between this JVM and another one (or itself), over which they agree on
 * pairs. When it ends, this JVM takes the peer to be gone. A status client sends no HELLO, and
 * makes no pairs.
 *
 * <p>All methods but {@link #leave} and {@link #isClosed} are for the manager's thread.
 */
final class PeerLink implements Endurance.Step, ManagerPace.Late, ShmPair.Link {

  /** What deals with the events of links. */
  interface Handler {

    /** Handles a frame. If memory is lacking, it is handled again from the start. */
    void handle(PeerLink link, ByteBuffer frame) throws IOException;

    /** Answers a peer that looks for this end, and reads again. */
    void answer(PeerLink link, ShmEndpoint endpoint);

    /** This end will not touch a pair's memory again. */
    void left(PeerLink link, ShmPair pair);

    /** The link has ended. Called again if memory was lacking. */
    void ended(PeerLink link);
  }

  /**
   * What the links of a JVM have in common.
   *
   * @param registry the JVM's own ends
   * @param ports at which the JVM accepts connections
   */
  record Common(
      ThisJvm jvm,
      TaskQueue tasks,
      ManagerPace pace,
      EndpointRegistry<ShmEndpoint> registry,
      Ports ports,
      Handler handler) {}

  private static final long LASTING_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Common common;
  private final LinkSocket socket;

  private final LinkArenas arenas;
  private final LinkEventFds eventFds;
  private final LinkPairs pairs;
  private final StatusAnswer status;

  private final String visited;

  private final long madeAt = System.nanoTime();

  private String peerName;

  /** Whether the peer's HELLO has been handled in full. */
  private boolean introduced;

  /** Ports at which the peer has accepted connections: it may hold ends of connections to these. */
  private final BitSet peerPorts = new BitSet();

  private final Backlog backlog = new Backlog();

  private LinkTerms terms = LinkTerms.NONE;
  private volatile boolean closed;

  /** Why it was closed; for the log. */
  private String reason;

  private boolean toldOfEnd;

  /**
   * Makes a link.
   *
   * @param visited the name of the JVM that this one has visited; null if this one was visited
   */
  PeerLink(Common common, SocketChannel channel, String visited) {
    this.common = common;
    this.visited = visited;
    socket = new LinkSocket(channel);
    Breaking breaking = new Breaking();
    arenas = new LinkArenas(common.jvm().presence(), socket, breaking);
    eventFds = new LinkEventFds(socket, common.tasks(), breaking);
    pairs = new LinkPairs(arenas, eventFds);
    status = new StatusAnswer(common.registry(), socket, new TellingStatus());
  }

  void begin(SelectionKey key) {
    socket.begin(key, common.jvm().transit());
    send(common.jvm().greeting(socket.takesDescriptors()).frame());
  }

  /** The name of the JVM that this one has visited; or null. */
  String visited() {
    return visited;
  }

  /** Whether it has lasted long enough that another link is worth a try at once when it ends. */
  boolean hasLasted() {
    return System.nanoTime() - madeAt > LASTING_NANOS;
  }

  @Override
  public String peerName() {
    return peerName;
  }

  /** What the two JVMs have in common. */
  LinkTerms terms() {
    return terms;
  }

  boolean isClosed() {
    return closed;
  }

  /** The peer's arena, or null. */
  PeerArena peerArena() {
    return arenas.peer();
  }

  /** This side's arena, made when first needed; null if there is none. */
  OwnArena ownArena() {
    return arenas.own();
  }

  LinkEventFds eventFds() {
    return eventFds;
  }

  LinkPairs pairs() {
    return pairs;
  }

  /** Whether the peer accepts connections at a port, as it has said. */
  boolean accepts(int port) {
    return terms.compatible() && peerPorts.get(port);
  }

  /** Whether so much is queued that only frames that cannot wait are sent. */
  boolean isCongested() {
    return socket.isCongested();
  }

  /** Asks the peer for the other end: now, or once it reads again. */
  void look(ShmEndpoint endpoint) {
    if (isCongested()) {
      backlog.addLook(endpoint);
      socket.fellBehind(true);
    } else {
      send(Frame.of(FrameType.LOOK).ends(endpoint.ends()));
    }
  }

  /** Tells the peer all ports at which connections are accepted. */
  void tellPorts() {
    send(common.ports().frame());
  }

  /** Tells the peer one more port at which connections are accepted. */
  void tellPort(int port) {
    if (isCongested()) {
      backlog.addPorts();
      socket.fellBehind(true);
    } else {
      send(Frame.of(FrameType.PORTS).u16(port));
    }
  }

  /** Answers the peer, which looks for this end, once it reads again. */
  void answerLater(ShmEndpoint endpoint) {
    backlog.addAnswer(endpoint);
    socket.fellBehind(true);
  }

  /** Sends what was held back, as much of it as the peer takes. */
  private void catchUp() {
    if (backlog.isEmpty() || !socket.hasSentAll()) {
      return;
    }
    if (backlog.hasPorts()) {
      tellPorts();
      backlog.toldPorts();
    }
    if (backlog.look(this::lookAgain)) {
      backlog.answer(this::answer);
    }
    socket.fellBehind(!closed && !backlog.isEmpty());
  }

  private boolean lookAgain(ShmEndpoint endpoint) {
    if (endpoint.pair == null) {
      send(Frame.of(FrameType.LOOK).ends(endpoint.ends()));
    }
    return takesMore();
  }

  private boolean answer(ShmEndpoint endpoint) {
    common.handler().answer(this, endpoint);
    return takesMore();
  }

  private boolean takesMore() {
    return !closed && !isCongested();
  }

  @Override
  public void leave(ShmPair pair) {
    try {
      if (pair.transport().holdsMuch()) {
        common.tasks().execute(pair);
      } else {
        common.tasks().executeSoon(pair);
      }
    } catch (VirtualMachineError | LinkageError e) {
      // No memory. The program is closing a socket, which must not fail. The memory stays until the
      // link ends.
    }
  }

  @Override
  public void left(ShmPair pair) {
    common.handler().left(this, pair);
  }

  /** Sends a frame, sooner or later; if there is no memory to queue it, never. */
  void send(Frame frame) {
    if (closed) {
      tellOfEnd();
      return;
    }
    try {
      socket.send(frame.finish());
    } catch (IOException e) {
      close(Log.describe(e));
    }
  }

  /**
   * Sends a frame that the peer does not wait for: with the next one, or a moment later by itself.
   */
  void sendLater(Frame frame) {
    if (closed) {
      tellOfEnd();
      return;
    }
    try {
      socket.sendLater(frame.finish());
      common.pace().hasLate(this);
    } catch (IOException e) {
      close(Log.describe(e));
    }
  }

  @Override
  public void flushLate() {
    if (closed) {
      tellOfEnd();
      return;
    }
    try {
      socket.flushLate();
    } catch (IOException e) {
      close(Log.describe(e));
    }
  }

  /** The socket can be read or written, or there is postponed work. */
  @Override
  public void run() {
    if (closed) {
      tellOfEnd();
      return;
    }
    try {
      boolean open = socket.ready();
      status.tellMore();
      catchUp();
      for (ByteBuffer frame = socket.next(); frame != null && !closed; frame = socket.next()) {
        common.handler().handle(this, frame);
        socket.handled(frame);
      }
      if (!open) {
        close("the other side has ended it");
      }
    } catch (IOException | RuntimeException e) {
      close(Log.describe(e));
    } catch (InternalError e) {
      if (LackOfMemory.isCauseOf(e)) {
        throw e;
      }
      close(Log.describe(e)); // a fault: the peer has cut its arena off
    }
  }

  /** A STATUS frame has come. */
  void asked(boolean each) throws IOException {
    status.asked(each);
  }

  /** The peer has announced its arena. */
  void takeArena(long size, String file) throws IOException {
    arenas.take(size, file, peerName);
  }

  /** Adds ports at which the peer accepts connections; returns those that are new. */
  BitSet takePorts(BitSet ports) {
    BitSet fresh = (BitSet) ports.clone();
    fresh.andNot(peerPorts);
    peerPorts.or(ports);
    return fresh;
  }

  /** Has the report begin, since all addresses are known. Any thread may run it. */
  private final class TellingStatus implements Runnable {
    @Override
    public void run() {
      common.tasks().execute(this::tell);
    }

    private void tell() {
      if (!closed) {
        status.begin();
        PeerLink.this.run();
      }
    }
  }

  private final class Breaking implements Consumer<String> {
    @Override
    public void accept(String why) {
      close(why);
    }
  }

  /** Takes what the peer's HELLO says; again, if memory was lacking for what follows from it. */
  void greeted(LinkGreeting greeting) throws IOException {
    LinkTerms agreed = LinkTerms.of(common.jvm().greeting(socket.takesDescriptors()), greeting);
    socket.requireUser(common.jvm().presence().place());
    if (greeting.descriptors() && socket.takesDescriptors()) {
      arenas.sendDescriptors();
      if (greeting.eventFds()) {
        eventFds.agree();
      }
    }
    terms = agreed;
    peerName = greeting.name();
  }

  /** Notes that the peer's HELLO has been handled in full. */
  void introduced() {
    introduced = true;
  }

  boolean isIntroduced() {
    return introduced;
  }

  /** Ends the link: committed pairs are broken, other connections stay on TCP. */
  void close(String why) {
    if (!closed) {
      closed = true;
      reason = why;
    }
    tellOfEnd();
  }

  /** Closes the socket, and reports the end of the link; again, if memory was lacking. */
  private void tellOfEnd() {
    if (!toldOfEnd) {
      try {
        socket.close();
      } catch (IOException e) {
        Log.debug("link not closed", e);
      }
      pairs.end();
      common.handler().ended(this);
      toldOfEnd = true;
      Log.debug("link to " + peerName + " closed: " + reason);
    }
  }
}
