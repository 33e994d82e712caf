package jfs.nio.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import jfs.core.config.Log;
import jfs.core.wait.Futex;

/**
 * A socket between this JVM and another one (or itself), over which they agree on what they share.
 * Its end is the other JVM's end, as far as this one is concerned.
 *
 * <p>All methods but {@link #leave} and {@link #isClosed} are for the exchange's thread.
 */
final class Link {

  /** The version of the protocol, and the oldest that is understood. */
  private static final int VERSION = 1;

  private static final int OLDEST = 1;

  /** Flag in HELLO: threads here can be woken by futex. */
  private static final int FLAG_FUTEX = 1;

  private final Exchange exchange;
  private final SocketChannel channel;
  private final Map<Integer, ShmTransport> pairs = new HashMap<>();
  private final Queue<ByteBuffer> toSend = new ArrayDeque<>();
  private ByteBuffer received = ByteBuffer.allocate(4096);

  private SelectionKey key;
  private String peerName;
  private boolean compatible;
  private boolean futex;
  private boolean mayPoll;
  private OwnArena ownArena;
  private PeerArena peerArena;
  private int lastId;
  private volatile boolean closed;

  Link(Exchange exchange, SocketChannel channel) {
    this.exchange = exchange;
    this.channel = channel;
  }

  void begin(SelectionKey newKey) {
    key = newKey;
    Host host = exchange.host();
    send(
        Frame.of(FrameType.HELLO)
            .u16(VERSION)
            .u16(OLDEST)
            .u16(Futex.installed() != null ? FLAG_FUTEX : 0)
            .text(exchange.name())
            .text(host.boot())
            .text(host.network())
            .text(exchange.processors().list()));
  }

  Exchange exchange() {
    return exchange;
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
        String file = exchange.name() + "." + Integer.toHexString(System.identityHashCode(this));
        ownArena = OwnArena.create(exchange.place().file(file + ".arena"));
        send(Frame.of(FrameType.ARENA).u64(OwnArena.SIZE).text(file + ".arena"));
      } catch (IOException | RuntimeException | OutOfMemoryError e) {
        Log.info("no arena: " + Log.describe(e));
      }
    }
    return ownArena;
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
    toSend.add(frame.finish());
    flush();
  }

  private void flush() {
    try {
      while (!toSend.isEmpty()) {
        ByteBuffer next = toSend.peek();
        channel.write(next);
        if (next.hasRemaining()) {
          break;
        }
        toSend.remove();
      }
      key.interestOps(
          toSend.isEmpty() ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
    } catch (IOException e) {
      close(Log.describe(e));
    }
  }

  /** The channel can be read or written. */
  void ready() {
    if (key.isValid() && key.isWritable()) {
      flush();
    }
    if (closed || !key.isReadable()) {
      return;
    }
    try {
      int n = channel.read(received);
      if (n < 0) {
        close("the other side has ended it");
        return;
      }
      received.flip();
      while (!closed && takeFrame()) {
        // One after the other.
      }
      received.compact();
    } catch (IOException | RuntimeException e) {
      close(Log.describe(e));
    }
  }

  private boolean takeFrame() throws IOException {
    if (received.remaining() < Frame.HEADER) {
      return false;
    }
    int length = received.getInt(received.position());
    if (length < 0 || length > Frame.MOST_BYTES) {
      throw new IOException("frame of " + length + " bytes");
    }
    if (received.remaining() < Frame.HEADER + length) {
      if (received.capacity() < Frame.HEADER + length) {
        received = ByteBuffer.allocate(2 * (Frame.HEADER + length)).put(received).flip();
      }
      return false;
    }
    int type = received.get(received.position() + Integer.BYTES);
    int from = received.position() + Frame.HEADER;
    received.position(from + length);
    handle(FrameType.of(type), new Fields(received.slice(from, length)));
    return true;
  }

  private void handle(FrameType type, Fields fields) throws IOException {
    if (type == null) {
      return;
    }
    if (type == FrameType.HELLO) {
      introduce(fields);
      return;
    }
    if (peerName == null) {
      throw new IOException(type + " before HELLO");
    }
    Log.debug(type + " from " + peerName);
    Pairing pairing = exchange.pairing();
    switch (type) {
      case ARENA -> {
        if (peerArena != null) {
          throw new IOException("a second arena");
        }
        long size = fields.u64();
        String file = fields.text();
        if (!file.startsWith(peerName + ".")) {
          throw new IOException("arena '" + file + "' of " + peerName);
        }
        peerArena = PeerArena.open(exchange.place().file(file), size);
      }
      case LOOK -> pairing.looked(this, fields.ends());
      case OFFER -> pairing.offered(this, fields.i32(), fields.ends(), fields.u64(), fields.u64());
      case ACCEPT -> pairing.accepted(this, fields.i32(), fields.i32(), fields.u64(), fields.u64());
      case REFUSE -> pairing.refused(this, fields.i32(), fields.text());
      case DECIDED -> pairing.decided(this, fields.i32());
      case RELEASE -> pairing.released(this, fields.i32());
      default -> {}
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
      channel.close();
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
