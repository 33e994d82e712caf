package jfs.core.switchover;

import java.io.FileDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.SocketOptions;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import jfs.core.carrier.TcpCarrier;
import jfs.core.runtime.Interrupts;

/** A TCP connection with the test as its other end. */
final class FakeCarrier implements TcpCarrier {

  /** Whether {@link #available} finds no memory. */
  boolean noHeap;

  private static final byte[] END = {};
  private static final byte[] CLOSED = {};

  /** The calls of it, in words. */
  final List<String> calls = new CopyOnWriteArrayList<>();

  /** What came in and was not read. */
  final BlockingDeque<byte[]> input = new LinkedBlockingDeque<>();

  /** Called with the array, the application's or another, before a read looks for bytes. */
  volatile Hook beforeRead = bytes -> {};

  /** Called with what is written, instead of the kernel. */
  volatile Hook onWrite = bytes -> {};

  /** Called before an option is set. */
  volatile Runnable beforeOption = () -> {};

  /** Called after an option is looked up, before the caller gets it. */
  volatile Runnable afterOption = () -> {};

  final Map<Integer, Object> options =
      new ConcurrentHashMap<>(
          Map.of(
              SocketOptions.SO_TIMEOUT, 0,
              SocketOptions.TCP_NODELAY, false,
              SocketOptions.SO_LINGER, -1));

  volatile boolean established = true;
  private volatile boolean closed;

  interface Hook {
    void run(byte[] bytes) throws IOException;
  }

  void feed(byte[] bytes) {
    input.add(bytes.clone());
  }

  void feedEnd() {
    input.add(END);
  }

  @Override
  public InputStream inputStream() {
    return new InputStream() {
      @Override
      public int read() {
        throw new AssertionError("reads of one byte are slow");
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        beforeRead.run(bytes);
        byte[] next = next();
        if (next == END) {
          return -1;
        }
        int n = Math.min(length, next.length);
        System.arraycopy(next, 0, bytes, offset, n);
        if (n < next.length) {
          input.addFirst(Arrays.copyOfRange(next, n, next.length));
        }
        return n;
      }
    };
  }

  private byte[] next() throws IOException {
    int timeout = (Integer) options.get(SocketOptions.SO_TIMEOUT);
    boolean interrupted = Thread.interrupted(); // a platform thread reads on, as with the JDK
    try {
      byte[] next = timeout == 0 ? input.take() : input.poll(timeout, TimeUnit.MILLISECONDS);
      if (next == null) {
        throw new SocketTimeoutException("Read timed out");
      }
      if (next == CLOSED) {
        input.add(CLOSED);
        throw new SocketException("Socket closed");
      }
      return next;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    } finally {
      Interrupts.restore(interrupted);
    }
  }

  @Override
  public OutputStream outputStream() {
    return new OutputStream() {
      @Override
      public void write(int b) {
        throw new AssertionError("writes of one byte are slow");
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        check();
        onWrite.run(bytes);
        calls.add("write " + length);
      }
    };
  }

  @Override
  public int available() throws SocketException {
    check();
    if (noHeap) {
      throw new OutOfMemoryError("of this test's");
    }
    return input.stream().mapToInt(bytes -> bytes.length).sum();
  }

  private void check() throws SocketException {
    if (closed) {
      throw new SocketException("Socket closed");
    }
  }

  @Override
  public void shutdownInput() {
    calls.add("shutdownInput");
    input.clear();
    input.add(END);
  }

  @Override
  public void shutdownOutput() throws SocketException {
    check();
    calls.add("shutdownOutput");
  }

  @Override
  public void sendUrgentData(int data) {
    calls.add("urgent " + data);
  }

  @Override
  public void close() {
    closed = true;
    calls.add("close");
    input.addFirst(CLOSED);
  }

  @Override
  public void setOption(int option, Object value) throws SocketException {
    check();
    beforeOption.run();
    options.put(option, value);
  }

  @Override
  public Object getOption(int option) throws SocketException {
    check();
    Object value =
        options.getOrDefault(option, option == SocketOptions.SO_OOBINLINE ? (Object) false : 0);
    afterOption.run();
    return value;
  }

  @Override
  public boolean isEstablished() {
    return established && !closed;
  }

  @Override
  public void create(boolean stream) {
    throw new UnsupportedOperationException();
  }

  @Override
  public TcpCarrier blank() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void connect(SocketAddress remote, int timeoutMillis) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void bind(InetAddress address, int port) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void listen(int backlog) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void accept(TcpCarrier blank) {
    throw new UnsupportedOperationException();
  }

  @Override
  public <T> void setOption(SocketOption<T> option, T value) {
    throw new UnsupportedOperationException();
  }

  @Override
  public <T> T getOption(SocketOption<T> option) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Set<SocketOption<?>> supportedOptions() {
    return Set.of();
  }

  @Override
  public FileDescriptor fileDescriptor() {
    return null;
  }

  @Override
  public InetAddress remoteAddress() {
    return InetAddress.getLoopbackAddress();
  }

  @Override
  public int remotePort() {
    return 2;
  }

  @Override
  public int localPort() {
    return 1;
  }
}
