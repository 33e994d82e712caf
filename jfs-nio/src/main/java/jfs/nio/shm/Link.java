package jfs.nio.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import jfs.core.config.Log;
import jfs.core.stats.Connections;
import jfs.core.wait.Futex;

/**
 * A socket between this JVM and another one (or itself), over which they agree on what they share.
 * Its end is the other JVM's end, as far as this one is concerned. Who only asks about connections
 * does not introduce himself, and is nobody to agree with.
 *
 * <p>All methods but {@link #leave} and {@link #isClosed} are for the exchange's thread.
 */
final class Link {

  /** The version of the protocol, and the oldest that is understood. */
  private static final int VERSION = 1;

  private static final int OLDEST = 1;

  /** Flag in HELLO: threads here can be woken by futex. */
  private static final int FLAG_FUTEX = 1;

  /** Flag in HELLO: descriptors may be sent here. */
  private static final int FLAG_DESCRIPTORS = 2;

  private final Exchange exchange;
  private final Map<Integer, ShmTransport> pairs = new HashMap<>();
  private final LinkSocket socket;

  /** What has been asked for and not been told in full; null mostly. */
  private Report report;

  private String peerName;
  private boolean compatible;
  private boolean futex;
  private boolean descriptors;
  private boolean mayPoll;
  private OwnArena ownArena;
  private PeerArena peerArena;
  private int lastId;
  private volatile boolean closed;

  Link(Exchange exchange, SocketChannel channel) {
    this.exchange = exchange;
    socket = new LinkSocket(channel);
  }

  void begin(SelectionKey key) {
    socket.begin(key);
    Host host = exchange.host();
    send(
        Frame.of(FrameType.HELLO)
            .u16(VERSION)
            .u16(OLDEST)
            .u16(ownFlags())
            .text(exchange.name())
            .text(host.boot())
            .text(host.network())
            .text(exchange.processors().list()));
  }

  private int ownFlags() {
    return (Futex.installed() != null ? FLAG_FUTEX : 0)
        | (socket.takesDescriptors() ? FLAG_DESCRIPTORS : 0);
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
    return peerArena;
  }

  /** The memory that this side gives out, made when first needed; null if there is none. */
  OwnArena ownArena() {
    if (ownArena == null) {
      try {
        ownArena = descriptors ? memoryArena() : tmpfsArena();
      } catch (IOException | RuntimeException | OutOfMemoryError e) {
        Log.info("no arena: " + Log.describe(e));
      }
    }
    return ownArena;
  }

  private OwnArena memoryArena() throws IOException {
    MemoryFile file = MemoryFile.create(socket.services(), OwnArena.SIZE);
    OwnArena arena = OwnArena.of(file);
    try {
      socket.send(arenaFrame("").finish(), file.descriptor());
    } catch (IOException e) {
      close(Log.describe(e));
    }
    return arena;
  }

  private OwnArena tmpfsArena() throws IOException {
    String name = exchange.name() + "." + Integer.toHexString(System.identityHashCode(this));
    Path path = exchange.place().file(name + ".arena");
    OwnArena arena =
        OwnArena.of(exchange.whilePresent(() -> TmpfsFile.create(path, OwnArena.SIZE)));
    send(arenaFrame(name + ".arena"));
    return arena;
  }

  private static Frame arenaFrame(String file) {
    return Frame.of(FrameType.ARENA).u64(OwnArena.SIZE).text(file);
  }

  int newId() {
    return ++lastId;
  }

  void add(ShmTransport transport) {
    pairs.put(transport.id(), transport);
  }

  ShmTransport pair(int id) {
    return pairs.get(id);
  }

  /** Forgets a pair whose memory neither side will touch again. */
  void remove(ShmTransport transport) {
    if (pairs.remove(transport.id(), transport)) {
      transport.outgoing().ring().free();
      ownArena.free(transport.outgoing().control());
    }
  }

  void look(Entry entry) {
    send(Frame.of(FrameType.LOOK).ends(entry.ends()));
  }

  /** This end will not touch the pair's memory again. Any thread may call. */
  void leave(ShmTransport transport) {
    exchange.execute(() -> exchange.pairing().left(this, transport));
  }

  void send(Frame frame) {
    if (closed) {
      return;
    }
    try {
      socket.send(frame.finish());
    } catch (IOException e) {
      close(Log.describe(e));
    }
  }

  /** The socket can be read or written. */
  void ready() {
    if (closed) {
      return;
    }
    try {
      boolean open = socket.ready();
      tellMore();
      for (ByteBuffer frame = socket.next(); frame != null && !closed; frame = socket.next()) {
        ByteBuffer payload = frame.slice(Frame.HEADER, frame.capacity() - Frame.HEADER);
        handle(FrameType.of(frame.get(Integer.BYTES)), new Fields(payload));
      }
      if (!open) {
        close("the other side has ended it");
      }
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      close(Log.describe(e));
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
      tell();
      return;
    }
    if (peerName == null) {
      throw new IOException(type + " before HELLO");
    }
    Log.debug(type + " from " + peerName);
    Pairing pairing = exchange.pairing();
    switch (type) {
      case ARENA -> takeArena(fields.u64(), fields.text());
      case LOOK -> pairing.looked(this, fields.ends());
      case OFFER ->
          pairing.offered(
              this, fields.i32(), fields.ends(), fields.u64(), fields.u64(), fields.u64());
      case ACCEPT ->
          pairing.accepted(
              this, fields.i32(), fields.i32(), fields.u64(), fields.u64(), fields.u64());
      case REFUSE -> pairing.refused(this, fields.i32(), fields.text());
      case DECIDED -> pairing.decided(this, fields.i32());
      case RELEASE -> pairing.released(this, fields.i32());
      default -> {}
    }
  }

  private void takeArena(long size, String file) throws IOException {
    if (peerArena != null) {
      throw new IOException("a second arena");
    }
    if (descriptors) {
      peerArena = PeerArena.received(socket.services(), socket.takeDescriptor(), size);
    } else if (file.startsWith(peerName + ".")) {
      peerArena = PeerArena.open(exchange.place().file(file), size);
    } else {
      throw new IOException("arena '" + file + "' of " + peerName);
    }
  }

  private void tell() throws IOException {
    if (report != null) {
      throw new IOException("asked again before the answer was taken");
    }
    exchange.explainSilence();
    report = new Report(Connections.ofProcess());
    tellMore();
  }

  /**
   * Sends one part, made when there is room for it: neither one who reads fast keeps the others
   * waiting, nor does one who reads nothing take up memory.
   */
  private void tellMore() throws IOException {
    if (report != null && socket.hasSentAll()) {
      Report telling = report;
      Frame part = telling.next();
      report = telling.isTold() ? null : telling;
      socket.moreToSend(report != null);
      socket.send(part.finish());
    }
  }

  private void introduce(Fields fields) throws IOException {
    if (peerName != null) {
      throw new IOException("a second HELLO");
    }
    int version = fields.u16();
    int oldest = fields.u16();
    int flags = fields.u16();
    String name = fields.text();
    exchange.place().file(name);
    Host host = new Host(fields.text(), fields.text());
    mayPoll = Processors.areSeveral(exchange.processors(), new Processors(fields.text()));
    long user = socket.peerUser();
    if (user >= 0 && user != exchange.place().user()) {
      throw new IOException("a JVM of user " + user);
    }
    descriptors = (flags & FLAG_DESCRIPTORS) != 0 && socket.takesDescriptors();
    futex = (flags & FLAG_FUTEX) != 0 && Futex.installed() != null;
    compatible = oldest <= VERSION && version >= OLDEST && host.equals(exchange.host());
    peerName = name;
    exchange.introduced(this);
  }

  /** Ends it: what was agreed on is broken, what was not stays on TCP. */
  void close(String why) {
    if (closed) {
      return;
    }
    closed = true;
    Log.debug("link to " + peerName + " closed: " + why);
    try {
      socket.close();
    } catch (IOException e) {
      Log.debug("link not closed: " + Log.describe(e));
    }
    for (ShmTransport transport : Map.copyOf(pairs).values()) {
      exchange.pairing().lost(transport);
    }
    if (ownArena != null) {
      ownArena.close();
    }
    exchange.ended(this);
  }
}
