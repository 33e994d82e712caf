package jfs.rdma.verbs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/**
 * An endpoint with a peer in the same memory. It is as strict as a device: bytes for unregistered
 * memory, a message without a slot, or a write after the peer's end break the connection.
 */
public final class MemoryEndpoint implements VerbsEndpoint {

  private static final int MOST_SLOW_LOOKS = 3;

  private final MemoryVerbs verbs;
  private final long token;
  private final int number;
  private final Map<Integer, MemoryRegion> regions = new HashMap<>();

  /** What has arrived: a message, or an Integer, the length of a write. Guarded by this. */
  private final Queue<Object> received = new ArrayDeque<>();

  private MemoryEndpoint peer;
  private int freeSlots = RECEIVE_SLOTS;
  private int sent;
  private int underWay;
  private boolean armed;
  private String broken;
  private boolean refusing;
  private boolean forgetful;
  private int remembered;
  private int probes;
  private Error unprobed;
  private Error error;
  private int failing;
  private Error unnumbered;
  private Error undisconnected;
  private int numbersLeft;
  private boolean slow;
  private int slowLooks = MOST_SLOW_LOOKS;
  private volatile boolean destroyed;

  /**
   * A probe's delivery. Made here, since the JVM links a lambda where it is first made: without
   * heap that may fail for good, and a test has none when the first probe is due.
   */
  private final Delivery sign = () -> peer() != null && peer().isThere();

  public MemoryEndpoint(MemoryVerbs verbs, long token) {
    this.verbs = verbs;
    this.token = token;
    number = verbs.fabric().newNumber();
  }

  private record MemoryRegion(ByteBuffer memory, long address, int remoteKey) implements Region {}

  MemoryVerbs verbs() {
    return verbs;
  }

  long token() {
    return token;
  }

  public synchronized void connect(MemoryEndpoint newPeer) {
    peer = newPeer;
  }

  @Override
  public synchronized Region register(ByteBuffer memory, boolean peerWrites) throws IOException {
    verbs.register();
    int key = verbs.fabric().newKey();
    MemoryRegion region =
        new MemoryRegion(
            memory, verbs.fabric().newAddress(memory.capacity()), peerWrites ? key : 0);
    regions.put(region.remoteKey(), region);
    return region;
  }

  @Override
  public void write(Region from, int offset, int length, long remoteAddress, int remoteKey)
      throws IOException {
    byte[] bytes = new byte[length];
    from.memory().get(offset, bytes);
    post(() -> peer().arrive(bytes, remoteAddress, remoteKey));
  }

  @Override
  public void send(ByteBuffer message) throws IOException {
    byte[] bytes = new byte[MessageRoom.SIZE];
    message.get(0, bytes);
    post(() -> peer().arrive(bytes));
  }

  @Override
  public void probe() throws IOException {
    Error thrown;
    synchronized (this) {
      probes++;
      notifyAll();
      thrown = unprobed;
      unprobed = null;
    }
    if (thrown != null) {
      throw thrown;
    }
    post(sign);
  }

  /** Makes the next probe throw this. */
  public synchronized void failToProbe(Error newError) {
    unprobed = newError;
  }

  public synchronized void awaitProbes(int more) throws InterruptedException {
    int enough = probes + more;
    while (probes < enough) {
      wait();
    }
  }

  public synchronized int probes() {
    return probes;
  }

  /** The endpoint that it is connected to, or null. */
  public synchronized MemoryEndpoint peer() {
    return peer;
  }

  private interface Delivery {
    boolean deliver();
  }

  private void post(Delivery delivery) throws IOException {
    synchronized (this) {
      if (refusing) {
        throw new IOException("refused by the test");
      }
      if (broken != null) {
        return; // flushed, as a device would
      }
      if (underWay == SEND_SLOTS) {
        throw new IOException("no send slot");
      }
      underWay++;
    }
    if (isForgetful()) {
      return;
    }
    boolean delivered = delivery.deliver();
    synchronized (this) {
      if (delivered) {
        sent++;
      } else {
        breakOff("not delivered");
      }
      ring();
    }
  }

  /** Breaks without any event. */
  public synchronized void vanish() {
    broken = "vanished";
  }

  private synchronized boolean isThere() {
    return broken == null;
  }

  private synchronized boolean arrive(byte[] message) {
    return arrive((Object) message);
  }

  private synchronized boolean arrive(byte[] bytes, long address, int key) {
    MemoryRegion region = regions.get(key);
    if (region == null
        || region.remoteKey() == 0
        || address < region.address()
        || address + bytes.length > region.address() + region.memory().capacity()) {
      breakOff("no such memory");
      return false;
    }
    region.memory().put((int) (address - region.address()), bytes);
    return arrive((Integer) bytes.length);
  }

  private boolean arrive(Object what) {
    if (broken != null || freeSlots == 0) {
      breakOff("receiver not ready");
      return false;
    }
    freeSlots--;
    received.add(what);
    ring();
    return true;
  }

  private void ring() {
    if (armed) {
      verbs.tell(Event.Kind.COMPLETIONS, token);
      armed = false;
    }
  }

  private void breakOff(String why) {
    if (broken == null) {
      broken = why;
      ring();
    }
  }

  public boolean isDestroyed() {
    return destroyed;
  }

  /** Breaks, as when a cable is pulled. */
  public synchronized void fail() {
    breakOff("failed by the test");
  }

  /** Takes no more work requests: each fails, and no event says so. */
  public synchronized void refuseOrders() {
    refusing = true;
  }

  /** Delivers nothing any more, without an error. */
  public synchronized void forget() {
    forgetful = true;
  }

  /** Delivers so many work requests, and then nothing any more. */
  synchronized void forgetAfter(int orders) {
    remembered = orders;
    forgetful = true;
  }

  private synchronized boolean isForgetful() {
    return forgetful && remembered-- <= 0;
  }

  /** Makes the next polls throw this, so many times; negative: for ever. */
  public synchronized void fail(Error newError, int times) {
    error = newError;
    failing = times;
    ring();
  }

  @Override
  public synchronized long poll(ByteBuffer messages) throws IOException {
    if (failing != 0) {
      failing--;
      throw error;
    }
    if (slow) {
      if (broken == null || --slowLooks == MOST_SLOW_LOOKS - 1) {
        return 0; // it has not flushed anything yet
      }
      slow = slowLooks > 0;
      throw new IOException(broken);
    }
    int bytes = 0;
    int slots = 0;
    int count = 0;
    while (!received.isEmpty() && count < MESSAGES_AT_ONCE) {
      Object what = received.remove();
      slots++;
      if (what instanceof byte[] message) {
        messages.put(count++ * MessageRoom.SIZE, message);
      } else {
        bytes += (Integer) what;
      }
    }
    freeSlots += slots;
    int free = sent;
    sent = 0;
    underWay -= free;
    if (slots == 0 && free == 0 && broken != null) {
      throw new IOException(broken);
    }
    return PollResult.of(bytes, slots, free, count);
  }

  /** Makes only a later poll after the end find what arrived; the first finds nothing. */
  public synchronized void beSlowToFlush() {
    slow = true;
  }

  @Override
  public synchronized boolean isDrained() {
    return !slow && received.isEmpty();
  }

  @Override
  public boolean isSoftware() {
    return true;
  }

  @Override
  public long device() {
    return verbs.device();
  }

  @Override
  public synchronized int number() {
    if (unnumbered != null && numbersLeft-- == 0) {
      Error thrown = unnumbered;
      unnumbered = null;
      throw thrown;
    }
    return number;
  }

  /** Has its number asked for so many times more, and then throws this once. */
  public synchronized void failToTellNumber(Error newError, int before) {
    unnumbered = newError;
    numbersLeft = before;
  }

  @Override
  public synchronized void arm() {
    armed = true;
  }

  /** Makes the next disconnect throw this. */
  public synchronized void failToDisconnect(Error newError) {
    undisconnected = newError;
  }

  @Override
  public void disconnect() {
    MemoryEndpoint other;
    synchronized (this) {
      if (undisconnected != null) {
        Error thrown = undisconnected;
        undisconnected = null;
        throw thrown;
      }
      other = peer;
      peer = null;
      breakOff("disconnected");
    }
    if (other != null) {
      other.verbs.tell(Event.Kind.DISCONNECTED, other.token);
    }
  }

  @Override
  public void destroy() {
    disconnect();
    destroyed = true;
  }
}
