package jfs.core.switchover;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.channels.IllegalBlockingModeException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import jfs.core.runtime.Interrupts;
import jfs.core.transport.Transport;
import jfs.core.transport.TransportReceiver;
import jfs.core.transport.TransportSender;
import jfs.core.transport.TransportStream;

/** A transport with the test as its other end. */
final class FakeTransport
    implements Transport, TransportStream, TransportSender, TransportReceiver {

  private static final byte[] END = {};
  private static final byte[] CLOSED = {};

  /** The calls of it, in words. */
  final List<String> calls = new CopyOnWriteArrayList<>();

  final BlockingQueue<byte[]> input = new LinkedBlockingQueue<>();

  /** Run when the connection is inside this transport, with the name of the method. */
  volatile Hook hook = method -> {};

  volatile long peerSwitchedAt = -1;
  private boolean committed;
  private boolean aborted;

  @Override
  public long awaitEnd(long received) throws IOException {
    hook.in("awaitEnd");
    return peerSwitchedAt;
  }

  @Override
  public void endsOnTcp() {
    onEnd.run();
    calls.add("endsOnTcp");
  }

  interface Hook {
    void in(String method) throws IOException;
  }

  /** Run before TCP's end is told here. */
  volatile Runnable onEnd = () -> {};

  /** The last value of SO_OOBINLINE that it got. */
  volatile boolean urgentInline;

  private void call(String call) throws IOException {
    calls.add(call);
    int space = call.indexOf(' ');
    hook.in(space < 0 ? call : call.substring(0, space));
  }

  /** A transport that both ends have committed to. */
  static FakeTransport committed() {
    FakeTransport transport = new FakeTransport();
    transport.commit();
    return transport;
  }

  synchronized void commit() {
    committed = !aborted;
  }

  void feed(byte[] bytes) {
    input.add(bytes.clone());
  }

  void feedEnd() {
    input.add(END);
  }

  @Override
  public TransportStream stream() {
    return this;
  }

  /** What it sends by. */
  volatile TransportSender sender = this;

  @Override
  public TransportSender sender() {
    return sender;
  }

  @Override
  public TransportReceiver receiver() {
    return this;
  }

  @Override
  public synchronized boolean isCommitted() {
    return committed;
  }

  @Override
  public synchronized boolean abort() {
    aborted = !committed;
    return aborted;
  }

  /** Whether a switch to it is not possible any more. */
  volatile boolean lost;

  @Override
  public boolean announceSwitch(long bytes) throws IOException {
    if (lost) {
      return false;
    }
    call("announce " + bytes);
    return true;
  }

  @Override
  public long peerSwitchedAt() {
    return peerSwitchedAt;
  }

  /** How many doorbells the other end has promised. */
  final AtomicInteger doorbellsOwed = new AtomicInteger();

  /** Whether a reader reads some, or does not know whether it has. */
  boolean readsDoorbells;

  @Override
  public void readsDoorbells() {
    readsDoorbells = true;
  }

  @Override
  public void readNoDoorbell() {
    readsDoorbells = false;
  }

  @Override
  public int doorbellsOwed() {
    return doorbellsOwed.get();
  }

  @Override
  public void readBeyondSwitch(byte[] bytes, int offset, int length) {
    doorbellsOwed.addAndGet(-length);
    readsDoorbells = false;
  }

  @Override
  public void send(byte[] bytes, int offset, int length) throws IOException {
    call("send " + length);
  }

  @Override
  public void sendUrgent(int data) throws IOException {
    call("urgent " + data);
  }

  @Override
  public int receive(byte[] bytes, int offset, int length, int timeoutMillis) throws IOException {
    call("receive");
    lastTimeout = timeoutMillis;
    if (mayNotWait && timeoutMillis >= 0) {
      throw new IllegalBlockingModeException();
    }
    byte[] next;
    boolean interrupted = Thread.interrupted();
    try {
      next = timeoutMillis == 0 ? input.take() : input.poll(timeoutMillis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    } finally {
      Interrupts.restore(interrupted);
    }
    if (next == null) {
      throw new SocketTimeoutException("Read timed out");
    }
    if (next == CLOSED) {
      throw new SocketException("Socket closed");
    }
    System.arraycopy(next, 0, bytes, offset, next.length);
    return next == END ? -1 : next.length;
  }

  /** Of the last receive. */
  volatile int lastTimeout;

  /** A receive that waits is an error, as of a channel that does not block. */
  volatile boolean mayNotWait;

  /** How many more bytes than it has it says that it has. */
  volatile int pretended;

  @Override
  public int available(int beforeSwitch) {
    return pretended + input.stream().mapToInt(bytes -> bytes.length).sum();
  }

  @Override
  public void shutdownOutput() throws IOException {
    call("shutdownOutput");
  }

  @Override
  public void shutdownInput() {
    calls.add("shutdownInput");
    input.add(END);
  }

  @Override
  public boolean tellReset() {
    return !resetTold.getAndSet(true);
  }

  private final AtomicBoolean resetTold = new AtomicBoolean();

  @Override
  public void keepAliveAsked() {
    calls.add("keepAliveAsked");
  }

  /** Run where it is told of options. */
  volatile Runnable onOptions = () -> {};

  @Override
  public void socketOptions(int sendBuffer, int receiveBuffer, boolean inline) {
    onOptions.run();
    urgentInline = inline; // the tests with it do not depend on buffer sizes
  }

  /** Run where this is closed. */
  volatile Runnable onClose = () -> {};

  @Override
  public void close(boolean reset, boolean unreadOnTcp) {
    onClose.run();
    calls.add("close " + reset + (unreadOnTcp ? " unread" : ""));
    input.add(CLOSED);
  }

  @Override
  public void tcpCloses() {
    calls.add("tcpCloses");
  }

  @Override
  public void release() {
    calls.add("release");
  }

  boolean isReleased() {
    return calls.contains("release");
  }
}
