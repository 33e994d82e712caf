package jfs.agent.programs;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jfs.agent.programs.ModelledEnds.End;

/**
 * A selector of the agent's that peers signal for nothing: while a channel asks for that, and when
 * none does any more, as by a thread that comes late. For a program that runs with {@code
 * channels=on}; needs {@code sun.nio.ch} open. Says whether each selection lasts as long as it is
 * to, how often a channel that was read once asks for a signal, and whether a key that is left in
 * the set of those selected ends a selection, as without the agent. A pipe is in the place of the
 * eventfd.
 */
public final class LateSignals {

  private static final long MILLIS = 200;
  private static final long PATIENCE_MILLIS = Patience.ofMillis(10_000);

  /** More than after which a channel is idle. */
  private static final int WAITS = 100;

  private LateSignals() {}

  public static void main(String[] args) throws Exception {
    Pipe pipe = Pipe.open();
    Signalled ends = new Signalled(descriptorOf(pipe.source()));
    ModelledEnds.install(ends);
    try (Selector selector = Selector.open();
        ServerSocketChannel listener = ServerSocketChannel.open();
        SocketChannel client = SocketChannel.open()) {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      client.connect(listener.getLocalAddress());
      client.configureBlocking(false);
      client.register(selector, SelectionKey.OP_READ);
      client.read(ByteBuffer.allocate(1)); // a channel that is in use asks for signals
      for (int i = 0; i < WAITS; i++) {
        selector.select(1);
      }
      System.out.println("asks: " + ends.asks);
      client.read(ByteBuffer.allocate(1));
      System.out.println("left: " + endsForKeyLeft(selector));
      Thread signals = new Thread(() -> signal(pipe.sink()));
      signals.setDaemon(true);
      signals.start();
      System.out.println("asked for: " + lasts(selector));
      client.close();
      selector.selectNow();
      System.out.println("late: " + lasts(selector));
    }
  }

  private static final class Signalled implements ModelledEnds.Maker {
    private final int descriptor;
    private int asks;

    Signalled(int descriptor) {
      this.descriptor = descriptor;
    }

    @Override
    public Object eventFd() throws ClassNotFoundException {
      Class<?> type = Class.forName("java.net.JfsChannels$EventFd");
      return ModelledEnds.proxy(type, (proxy, method, none) -> descriptor);
    }

    @Override
    public End make(Object tcp) {
      return new End(tcp) {
        @Override
        boolean asks(boolean forSignal) {
          asks += forSignal ? 1 : 0;
          return true;
        }
      };
    }
  }

  private static int descriptorOf(Pipe.SourceChannel source) throws ReflectiveOperationException {
    Method number = Class.forName("sun.nio.ch.SelChImpl").getMethod("getFDVal");
    number.setAccessible(true);
    return (Integer) number.invoke(source);
  }

  private static void signal(Pipe.SinkChannel sink) {
    try {
      while (true) {
        sink.write(ByteBuffer.allocate(1));
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
      }
    } catch (IOException e) {
      System.out.println(e);
    }
  }

  /** A ready key that the program leaves in the set ends each selection, which returns 0. */
  private static boolean endsForKeyLeft(Selector selector) throws IOException {
    Pipe ready = Pipe.open();
    ready.source().configureBlocking(false);
    ready.source().register(selector, SelectionKey.OP_READ);
    ready.sink().write(ByteBuffer.allocate(1));
    int first = selector.select(PATIENCE_MILLIS);
    long start = System.nanoTime();
    int second = selector.select(PATIENCE_MILLIS);
    long nanos = System.nanoTime() - start;
    ready.source().close();
    ready.sink().close();
    selector.selectedKeys().clear();
    return first == 1 && second == 0 && nanos < TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
  }

  private static boolean lasts(Selector selector) throws IOException {
    long start = System.nanoTime();
    int ready = selector.select(MILLIS);
    return ready == 0 && System.nanoTime() - start >= TimeUnit.MILLISECONDS.toNanos(MILLIS);
  }
}
