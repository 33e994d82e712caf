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

/**
 * A socket between this JVM and another one (or itself), over which they agree on what they share.
 * Its end is the other JVM's end, as far as this one is concerned. Who only asks about connections
 * does not introduce himself, and is nobody to agree with.
 *
 * <p>All methods but {@link #leave} and {@link #isClosed} are for the exchange's thread.
 */
final class Link implements Endurance.Step {

  private static final long LASTING_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Exchange exchange;
  private final LinkSocket socket;

  private final LinkArenas arenas;
  private final LinkPairs pairs;
  private final StatusAnswer status;

  private final String visited;

  private final long madeAt = System.nanoTime();

  private String peerName;

  /** Whether all has been done that a HELLO leads to. */
  private boolean introduced;

  /** Where the peer has accepted connections: it may hold what is looked for there. */
  private final BitSet peerPorts = new BitSet();

  private final Backlog backlog = new Backlog();

  private boolean compatible;
  private boolean futex;
  private boolean mayPoll;
  private volatile boolean closed;
  private boolean toldOfEnd;

  /**
   * Makes one.
   *
   * @param visited the name of the JVM that was visited; null if another one is the visitor
   */
  Link(Exchange exchange, SocketChannel channel, String visited) {
    this.exchange = exchange;
    this.visited = visited;
    socket = new LinkSocket(channel);
    arenas = new LinkArenas(exchange, socket, this::close);
    pairs = new LinkPairs(arenas);
    status = new StatusAnswer(exchange, socket, this::tellStatus);
  }

  void begin(SelectionKey key) {
    socket.begin(key, exchange.transit());
    send(
        new Greeting(
                Futex.installed() != null,
                socket.takesDescriptors(),
                exchange.presence().name(),
                exchange.host(),
                exchange.processors())
            .frame());
  }

  /** Whose endpoint this link was made to, from here; or null. */
  String visited() {
    return visited;
  }

  /** Whether it has been there for long enough to be worth another one at once. */
  boolean hasLasted() {
    return System.nanoTime() - madeAt > LASTING_NANOS;
  }

  /** Null until introduced. */
  String peerName() {
    return peerName;
  }

  /** Whether the two JVMs may hold the two ends of one connection. */
  boolean isCompatible() {
    return compatible;
  }

  /** Whether a thread may poll for one of the other JVM, which then has a processor to run on. */
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

  /** The memory that the peer gives out, or null. */
  PeerArena peerArena() {
    return arenas.peer();
  }

  /** The memory that this side gives out, made when first needed; null if there is none. */
  OwnArena ownArena() {
    return arenas.own();
  }

  LinkPairs pairs() {
    return pairs;
  }

  /** Whether the other JVM accepts connections at a port, as it has said. */
  boolean accepts(int port) {
    return compatible && peerPorts.get(port);
  }

  /** Whether so much waits to be sent that only what must be said is. */
  boolean isCongested() {
    return socket.isCongested();
  }

  /** Asks for the other end; once the peer takes something again, if it does not now. */
  void look(Entry entry) {
    if (isCongested()) {
      backlog.addLook(entry);
      socket.fellBehind(true);
    } else {
      send(Frame.of(FrameType.LOOK).ends(entry.ends()));
    }
  }

  /** Says where connections are accepted, all of it. */
  void tellPorts() {
    send(exchange.search().ports().frame());
  }

  /** Says that connections are accepted at one more port. */
  void tellPort(int port) {
    if (isCongested()) {
      backlog.addPorts();
      socket.fellBehind(true);
    } else {
      send(Frame.of(FrameType.PORTS).u16(port));
    }
  }

  /** Has the peer, which looks for this end, answered once it takes something again. */
  void answerLater(Entry entry) {
    backlog.addAnswer(entry);
    socket.fellBehind(true);
  }

  /** Says what had to wait, as much of it as the peer takes. */
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

  private boolean lookAgain(Entry entry) {
    if (entry.transport == null) {
      send(Frame.of(FrameType.LOOK).ends(entry.ends()));
    }
    return takesMore();
  }

  private boolean answer(Entry entry) {
    exchange.pairing().answer(this, entry);
    return takesMore();
  }

  private boolean takesMore() {
    return !closed && !isCongested();
  }

  /** This end will not touch the pair's memory again. Any thread may call. */
  void leave(ShmTransport transport) {
    try {
      Runnable leaving = () -> exchange.pairing().left(this, transport);
      if (transport.holdsMuch()) {
        exchange.execute(leaving);
      } else {
        exchange.executeSoon(leaving);
      }
    } catch (VirtualMachineError | LinkageError e) {
      // No memory. The program closes just now, and is not to fail. The memory stays until the link
      // ends.
    }
  }

  /** Sends a frame, sooner or later; or, if there is no memory for it, never. */
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

  /** Sends a frame that nobody waits for: with the next one, or a moment later by itself. */
  void sendLater(Frame frame) {
    if (closed) {
      tellOfEnd();
      return;
    }
    try {
      socket.sendLater(frame.finish());
      exchange.pace().hasLate(this);
    } catch (IOException e) {
      close(Log.describe(e));
    }
  }

  /** Sends what was to be sent later. */
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

  /** The socket can be read or written, or there is something to do that was put off. */
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

  /** Handles a frame; again from the start, if there was no memory for it. */
  private void handle(ByteBuffer frame) throws IOException {
    FrameType type = FrameType.of(frame.get(Integer.BYTES));
    try {
      handle(type, fields(frame));
    } catch (LinkageError e) {
      // A class was to be loaded when there was no memory, and can't be any more.
      Log.warn("pairing failed", e);
      decline(type, fields(frame));
    }
  }

  private static Fields fields(ByteBuffer frame) {
    return new Fields(frame.slice(Frame.HEADER, frame.capacity() - Frame.HEADER));
  }

  /** The peer keeps an end back until it is answered; what a link can't do without, ends it. */
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
    Pairing pairing = exchange.pairing();
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
      exchange.search().lookAgain(this, fresh);
    }
  }

  /** All that can be told is known: any thread may say so. */
  private void tellStatus() {
    exchange.execute(
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
        exchange
            .processors()
            .mayPollFor(greeting.processors(), Runtime.getRuntime().availableProcessors());
    long user = socket.peerUser();
    if (user >= 0 && user != exchange.presence().place().user()) {
      throw new IOException("a JVM of user " + user);
    }
    if (greeting.descriptors() && socket.takesDescriptors()) {
      arenas.sendDescriptors();
    }
    futex = greeting.futex() && Futex.installed() != null;
    compatible = greeting.fits(exchange.host());
    peerName = greeting.name();
    exchange.links().introduced(this);
    introduced = true;
  }

  /** Ends it: what was agreed on is broken, what was not stays on TCP. */
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

  /** Said again, if there was no memory to say it. */
  private void tellOfEnd() {
    if (!toldOfEnd) {
      pairs.end(exchange.pairing());
      exchange.links().ended(this);
      toldOfEnd = true;
    }
  }
}
