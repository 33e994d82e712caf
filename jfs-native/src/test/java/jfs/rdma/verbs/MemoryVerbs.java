package jfs.rdma.verbs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A host's verbs, with a device that copies from one array to another at once. */
public final class MemoryVerbs implements Verbs {

  /** Among the events: a wake-up, which is none. */
  private static final Event WAKE = new Event(null, 0, 0, null, null, null, 0, null);

  private static final byte[] NOTHING = {};

  private static final AtomicLong LAST_DEVICE = new AtomicLong();

  private final long device = LAST_DEVICE.incrementAndGet();

  private final MemoryFabric fabric;
  private final RingPages.Source source;

  /** What the next calls for events throw. */
  private volatile Error error;

  /** The same instead of an error, or null. */
  private volatile IOException failure;

  /** How many of these calls throw. */
  private int failing;

  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

  /** What the next call about a listener throws, or null. */
  private volatile Error listenersError;

  /** Why the device registers no memory, or null. */
  private volatile IOException unregistering;

  /** Why no request can be accepted, or null. */
  private volatile IOException unacceptingEver;

  /** Why no connection can be made, or 0. */
  private volatile int unconnecting;

  /** Why the next request cannot be accepted, or null. */
  private volatile IOException unaccepting;

  /** An event that was taken and not returned. For the reactor's thread only. */
  private Event unread;

  public MemoryVerbs(MemoryFabric fabric) {
    this(fabric, bytes -> new MemoryPages());
  }

  /** Calls for events that may wait. */
  private final AtomicInteger waits = new AtomicInteger();

  public MemoryVerbs(MemoryFabric fabric, RingPages.Source source) {
    this.fabric = fabric;
    this.source = source;
  }

  /** The number of its one device, which no other host of this process has. */
  long device() {
    return device;
  }

  public MemoryFabric fabric() {
    return fabric;
  }

  @Override
  public boolean serves(InetAddress local) {
    return fabric.hasDevices();
  }

  /** Whether this call is to throw; the event is kept for the next one. */
  private synchronized boolean mayThrow(Event event) {
    if (failing == 0) {
      return false;
    }
    failing--;
    if (event != null && event.kind() != null) {
      unread = event;
    }
    return true;
  }

  /** How often the reactor has asked for events and allowed a wait. */
  public int waits() {
    return waits.get();
  }

  @Override
  public Event nextEvent(int timeoutMillis) throws IOException {
    if (timeoutMillis != 0) {
      waits.incrementAndGet();
    }
    try {
      Event event = unread;
      unread = null;
      if (event == null) {
        event =
            timeoutMillis < 0 ? events.take() : events.poll(timeoutMillis, TimeUnit.MILLISECONDS);
      }
      if (mayThrow(event)) {
        if (failure != null) {
          throw failure;
        }
        throw error;
      }
      return event == null || event.kind() == null ? null : event;
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Override
  public RingPages pages(int bytes) throws IOException {
    return source.pages(bytes);
  }

  @Override
  public void wake() {
    events.add(WAKE);
  }

  /** Makes the next calls for events throw this, so many times; negative: for ever. */
  public synchronized void fail(Error newError, int times) {
    error = newError;
    failure = null;
    failing = times;
    wake();
  }

  /** The same with an exception. */
  public synchronized void fail(IOException newFailure, int times) {
    failure = newFailure;
    failing = times;
    wake();
  }

  /** Fails to accept the next request with this. */
  public void acceptNone(IOException failure) {
    unaccepting = failure;
  }

  /** Fails to accept any request with this. */
  public void acceptNoneEver(IOException failure) {
    unacceptingEver = failure;
  }

  /** Fails to register any memory with this; null ends that. */
  public void registerNothing(IOException failure) {
    unregistering = failure;
  }

  /** Fails to make any connection with this errno value; 0 ends that. */
  public void connectNothing(int errno) {
    unconnecting = errno;
  }

  /** Throws if registering is to fail. */
  void register() throws IOException {
    if (unregistering != null) {
      throw unregistering;
    }
  }

  /**
   * Repeats the event until there is memory: a device loses none because a program has used up its
   * heap.
   */
  @SuppressWarnings("ThreadPriorityCheck") // until there is memory again
  void tell(Event.Kind kind, long token, int peerNumber, byte[] data) {
    while (true) {
      try {
        events.add(new Event(kind, token, 0, null, null, null, peerNumber, data));
        return;
      } catch (OutOfMemoryError e) {
        Thread.yield();
      }
    }
  }

  void tell(Event.Kind kind, long token) {
    tell(kind, token, 0, NOTHING);
  }

  /** Makes the next call that opens or closes a listener throw this. */
  public void failToListen(Error newError) {
    listenersError = newError;
  }

  private void mayFailToListen() {
    Error thrown = listenersError;
    listenersError = null;
    if (thrown != null) {
      throw thrown;
    }
  }

  /** A listener, with the verbs that get its requests. */
  public record MemoryListener(MemoryVerbs verbs, int port, long token) implements Listener {
    @Override
    public void close() {
      verbs.mayFailToListen();
      verbs.fabric.unlisten(port);
    }
  }

  @Override
  public Listener listen(InetAddress local, int port, long token) throws IOException {
    mayFailToListen();
    MemoryListener listener = new MemoryListener(this, port, token);
    if (!fabric.listen(port, listener)) {
      throw new IOException("in use");
    }
    return listener;
  }

  @Override
  public VerbsEndpoint connect(
      InetAddress local, InetSocketAddress remote, byte[] data, long token) {
    MemoryEndpoint endpoint = new MemoryEndpoint(this, token);
    if (fabric.losesWhatConnectorsSend()) {
      endpoint.forgetAfter(1); // the proof
    }
    if (fabric.isCut()) {
      return endpoint;
    }
    if (unconnecting != 0) {
      events.add(new Event(Event.Kind.FAILED, token, unconnecting, null, null, null, 0, NOTHING));
      return endpoint;
    }
    MemoryListener listener = fabric.listener(remote.getPort());
    if (listener == null) {
      tell(Event.Kind.REFUSED, token);
    } else {
      listener.verbs.events.add(
          new Event(
              Event.Kind.REQUEST,
              listener.token,
              0,
              new MemoryRequest(listener.verbs, endpoint),
              remote.getAddress(),
              local,
              endpoint.number(),
              data));
    }
    return endpoint;
  }

  private static final class MemoryRequest implements Request {

    private final MemoryVerbs verbs;
    private final MemoryEndpoint client;
    private boolean answered;

    MemoryRequest(MemoryVerbs verbs, MemoryEndpoint client) {
      this.verbs = verbs;
      this.client = client;
    }

    @Override
    public VerbsEndpoint accept(byte[] data, long token) throws IOException {
      if (verbs.unacceptingEver != null) {
        throw verbs.unacceptingEver;
      }
      IOException failure = verbs.unaccepting;
      if (failure != null) {
        verbs.unaccepting = null;
        throw failure;
      }
      answered = true;
      MemoryEndpoint server = new MemoryEndpoint(verbs, token);
      server.connect(client);
      client.connect(server);
      client.verbs().tell(Event.Kind.ACCEPTED, client.token(), server.number(), data);
      verbs.tell(Event.Kind.ESTABLISHED, token);
      return server;
    }

    @Override
    public void refuse(byte[] data) {
      if (!answered) {
        answered = true;
        client.verbs().tell(Event.Kind.REFUSED, client.token(), 0, data);
      }
    }
  }
}
