package jfs.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;
import jfs.core.config.Log;
import jfs.core.transport.Reason;
import jfs.core.wait.Futex;
import jfs.shm.memory.OwnArena;
import jfs.shm.memory.PeerArena;

/**
 * A peer link: a socket between this JVM and another one (or itself), over which they agree on
 * pairs. When it ends, this JVM takes the peer to be gone. A status client sends no HELLO, and
 * makes no pairs.
 *
 * <p>All methods but {@link #leave} and {@link #isClosed} are for the manager's thread.
 */
final class PeerLink implements Endurance.Step, ShmPair.Link {

  private static final long LASTING_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final ShmConnectionManager manager;
  private final LinkSocket socket;

  private final LinkArenas arenas;
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

  private boolean compatible;
  private boolean futex;
  private boolean mayPoll;
  private volatile boolean closed;
  private boolean toldOfEnd;

  /**
   * Makes a link.
   *
   * @param visited the name of the JVM that this one has visited; null if this one was visited
   */
  PeerLink(ShmConnectionManager manager, SocketChannel channel, String visited) {
    this.manager = manager;
    this.visited = visited;
    socket = new LinkSocket(channel);
    arenas = new LinkArenas(manager, socket, this::close);
    pairs = new LinkPairs(arenas);
    status = new StatusAnswer(manager, socket, this::tellStatus);
  }

  void begin(SelectionKey key) {
    socket.begin(key, manager.transit());
    send(
        new Greeting(
                Futex.installed() != null,
                socket.takesDescriptors(),
                manager.presence().name(),
                manager.host(),
                manager.processors())
            .frame());
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

  /** Whether the two JVMs may hold the two ends of one connection. */
  boolean isCompatible() {
    return compatible;
  }

  /** Whether a thread may poll for a thread of the peer, which then has a processor to run on. */
  boolean mayPoll() {
    return mayPoll;
  }

  /** Whether threads of both JVMs can be woken by futex. */
  boolean hasFutex() {
    return futex;
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

  LinkPairs pairs() {
    return pairs;
  }

  /** Whether the peer accepts connections at a port, as it has said. */
  boolean accepts(int port) {
    return compatible && peerPorts.get(port);
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
    send(manager.search().ports().frame());
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
    manager.pairing().answer(this, endpoint);
    return takesMore();
  }

  private boolean takesMore() {
    return !closed && !isCongested();
  }

  @Override
  public void leave(ShmPair pair) {
    try {
      if (pair.transport().holdsMuch()) {
        manager.execute(pair);
      } else {
        manager.executeSoon(pair);
      }
    } catch (VirtualMachineError | LinkageError e) {
      // No memory. The program is closing a socket, which must not fail. The memory stays until the
      // link ends.
    }
  }

  @Override
  public void left(ShmPair pair) {
    manager.pairing().left(this, pair);
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
      manager.pace().hasLate(this);
    } catch (IOException e) {
      close(Log.describe(e));
    }
  }

  /** Sends the frames that {@link #sendLater} has queued. */
  void flushLate() {
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
        handle(frame);
        socket.handled(frame);
      }
      if (!open) {
        close("the other side has ended it");
      }
    } catch (IOException | RuntimeException e) {
      close(Log.describe(e));
    }
  }

  /** Handles a frame. If memory is lacking, it is handled again from the start. */
  private void handle(ByteBuffer frame) throws IOException {
    FrameType type = FrameType.of(frame.get(Integer.BYTES));
    try {
      handle(type, fields(frame));
    } catch (LinkageError e) {
      // A class could not be loaded for lack of memory, and never can be again.
      Log.warn("pairing failed", e);
      decline(type, fields(frame));
    }
  }

  private static Fields fields(ByteBuffer frame) {
    return new Fields(frame.slice(Frame.HEADER, frame.capacity() - Frame.HEADER));
  }

  /**
   * Answers a frame that failed, since the peer keeps its end back until then. Without a HELLO or
   * ARENA the link ends.
   */
  private void decline(FrameType type, Fields fields) throws IOException {
    try {
      if (type == FrameType.OFFER) {
        int id = fields.i32();
        send(Frame.of(FrameType.REFUSE).u32(id).text(Reason.NO_MEMORY.code()));
      } else if (type == FrameType.ACCEPT) {
        fields.i32();
        send(Frame.of(FrameType.DECIDED).u32(fields.i32()));
      } else if (type == FrameType.HELLO || type == FrameType.ARENA) {
        throw new IOException(type + " could not be handled");
      }
    } catch (LinkageError e) {
      throw new IOException(type + " could not be answered", e);
    }
  }

  private void handle(FrameType type, Fields fields) throws IOException {
    if (type == null) {
      return;
    }
    if (type == FrameType.HELLO) {
      introduce(fields);
      return;
    }
    if (type == FrameType.STATUS) {
      status.asked();
      return;
    }
    if (peerName == null) {
      throw new IOException(type + " before HELLO");
    }
    Log.debug(type + " from " + peerName);
    Pairing pairing = manager.pairing();
    switch (type) {
      case ARENA -> arenas.take(fields.u64(), fields.text(), peerName);
      case LOOK -> pairing.looked(this, fields.ends());
      case PORTS -> takePorts(fields);
      case OFFER ->
          pairing.offered(
              this, fields.i32(), fields.ends(), fields.u64(), fields.u64(), fields.u64());
      case ACCEPT ->
          pairing.accepted(
              this, fields.i32(), fields.i32(), fields.u64(), fields.u64(), fields.u64());
      case REFUSE -> pairing.refused(this, fields.i32(), fields.text());
      case DECIDED -> pairing.decided(this, fields.i32());
      case DECLINE -> pairing.declined(fields.ends(), fields.text());
      case RELEASE -> pairing.released(this, fields.i32());
      default -> {}
    }
  }

  private void takePorts(Fields fields) throws IOException {
    BitSet ports = fields.ports();
    BitSet fresh = (BitSet) ports.clone();
    fresh.andNot(peerPorts);
    peerPorts.or(ports);
    if (!fresh.isEmpty()) {
      manager.search().lookAgain(this, fresh);
    }
  }

  /** Has the report begin, since all addresses are known. Any thread may call. */
  private void tellStatus() {
    manager.execute(
        () -> {
          if (!closed) {
            status.begin();
            run();
          }
        });
  }

  private void introduce(Fields fields) throws IOException {
    if (introduced) {
      throw new IOException("a second HELLO");
    }
    Greeting greeting = Greeting.of(fields);
    mayPoll =
        manager
            .processors()
            .mayPollFor(greeting.processors(), Runtime.getRuntime().availableProcessors());
    long user = socket.peerUser();
    if (user >= 0 && user != manager.presence().place().user()) {
      throw new IOException("a JVM of user " + user);
    }
    if (greeting.descriptors() && socket.takesDescriptors()) {
      arenas.sendDescriptors();
    }
    futex = greeting.futex() && Futex.installed() != null;
    compatible = greeting.fits(manager.host());
    peerName = greeting.name();
    manager.links().introduced(this);
    introduced = true;
  }

  /** Ends the link: committed pairs are broken, other connections stay on TCP. */
  void close(String why) {
    if (!closed) {
      closed = true;
      Log.debug("link to " + peerName + " closed: " + why);
      try {
        socket.close();
      } catch (IOException e) {
        Log.debug("link not closed: " + Log.describe(e));
      }
    }
    tellOfEnd();
  }

  /** Reports the end of the link; again, if memory was lacking. */
  private void tellOfEnd() {
    if (!toldOfEnd) {
      pairs.end(manager.pairing());
      manager.links().ended(this);
      toldOfEnd = true;
    }
  }
}
