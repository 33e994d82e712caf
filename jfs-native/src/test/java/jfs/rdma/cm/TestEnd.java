package jfs.rdma.cm;

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import jfs.contract.Background;
import jfs.core.platform.DescriptorNumbers;
import jfs.core.transport.Anchor;
import jfs.core.transport.FourTuple;
import jfs.core.transport.PairingEnd;
import jfs.core.transport.Preference;
import jfs.core.transport.Reason;
import jfs.core.transport.Transport;
import jfs.core.transport.TransportFailure;
import jfs.rdma.stream.RdmaTransport;

/** An end of a connection; the tests do not use its TCP. */
public final class TestEnd implements PairingEnd, Anchor, AutoCloseable {

  /** A permit for each time that selectors were told to look. */
  public final Semaphore changes = new Semaphore(0);

  /** The sizes of its socket's buffers. */
  public static final int BUFFER = 1 << 16;

  private final FourTuple ends;
  private final boolean connector;
  private final Closeable tcp;
  private final int descriptor;

  /** The transport, once it is installed. */
  public final CompletableFuture<RdmaTransport> installed = new CompletableFuture<>();

  /** The first reason that was given. */
  public final CompletableFuture<Reason> explained = new CompletableFuture<>();

  /** What its transport has failed of. */
  final List<TransportFailure> failures = new CopyOnWriteArrayList<>();

  final CompletableFuture<Reason> uninstalled = new CompletableFuture<>();

  volatile boolean free = true;

  /** How many more times it says that it is free. */
  volatile int freeFor = Integer.MAX_VALUE;

  /** What {@link #descriptor} throws, or null. */
  volatile Error failing;

  /** How many more times it has no heap to tell selectors. */
  public final AtomicInteger unchanged = new AtomicInteger();

  public volatile boolean resetAtClose;

  /** Whether the transport has ended TCP. */
  public volatile boolean tcpEnded;

  volatile Reason explainedLast;

  /** What its close waits for, like a socket that lingers. */
  public volatile CountDownLatch lingering = new CountDownLatch(0);

  TestEnd(FourTuple ends, boolean connector) throws IOException {
    this(ends, connector, new FileInputStream("/dev/null"));
  }

  private TestEnd(FourTuple ends, boolean connector, FileInputStream tcp) throws IOException {
    this(ends, connector, tcp, DescriptorNumbers.of(tcp.getFD()));
  }

  /** With a substitute for its TCP, and the number of its descriptor. */
  TestEnd(FourTuple ends, boolean connector, Closeable tcp, int descriptor) {
    this.ends = ends;
    this.connector = connector;
    this.tcp = tcp;
    this.descriptor = descriptor;
  }

  /** The transport, when both ends have committed to it. */
  public RdmaTransport committed() throws Exception {
    RdmaTransport transport = installed.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS);
    while (!transport.isCommitted()) {
      Thread.onSpinWait();
    }
    return transport;
  }

  @Override
  public FourTuple ends() {
    return ends;
  }

  @Override
  public boolean isConnector() {
    return connector;
  }

  @Override
  public int descriptor() {
    if (failing != null) {
      throw failing;
    }
    return descriptor;
  }

  @Override
  public Preference preference() {
    return Preference.NONE;
  }

  @Override
  public Anchor anchor() {
    return this;
  }

  @Override
  public synchronized boolean isFree() {
    return free && freeFor-- > 0;
  }

  @Override
  public boolean install(Transport transport) {
    if (!free || installed.isDone()) {
      return false;
    }
    // As a connection does, before any other message.
    transport.stream().socketOptions(BUFFER, BUFFER, false);
    return installed.complete((RdmaTransport) transport);
  }

  @Override
  public void uninstall(Transport transport, Reason reason) {
    uninstalled.complete(reason);
  }

  @Override
  public void failed(TransportFailure cause) {
    failures.add(cause);
  }

  @Override
  public void changed() {
    if (unchanged.getAndDecrement() > 0) {
      throw new OutOfMemoryError("of the test");
    }
    changes.release();
  }

  @Override
  public long readsAt() {
    return -1;
  }

  @Override
  public void explain(Reason reason) {
    explainedLast = reason;
    explained.complete(reason);
  }

  @Override
  public int read(byte[] bytes, int offset, int length, int timeoutMillis) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int available() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void shutdownOutput() {
    tcpEnded = true;
  }

  @Override
  public void resetAtClose() {
    resetAtClose = true;
  }

  @Override
  public void close() {
    try {
      lingering.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try {
      tcp.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
