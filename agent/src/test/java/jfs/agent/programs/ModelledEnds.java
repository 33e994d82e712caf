package jfs.agent.programs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The agent's channels and selectors, above ends of connections that do what a transport does
 * seldom. For a program that runs with {@code channels=on}; it replaces what makes the ends, in
 * {@code java.net.JfsChannels}.
 */
public final class ModelledEnds {

  private static final long PATIENCE_MILLIS = Patience.ofMillis(20_000);
  private static final long SHORT_MILLIS = 50;

  private ModelledEnds() {}

  public static void main(String[] args) throws Exception {
    newsWhileTheSelectingThreadAsks();
    noMemoryOnce();
    resetOfTcpAlone();
    idleOnesWhileTheSelectingThreadHasNoPause();
    closedSelectorBesides();
    resetThatJfsMeetsFirst();
    looksAtTcpWhileTheModeFlips();
  }

  /** An end as of RDMA: nothing is ready, and TCP tells nothing. */
  static class End implements InvocationHandler {

    final Object tcp;
    volatile boolean bytes;
    private int disarmed;

    End(Object tcp) {
      this.tcp = tcp;
      call(tcp, "leavesToJfs");
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
      return switch (method.getName()) {
        case "read" -> read((ByteBuffer) args[0]);
        case "canRead" -> canRead();
        case "canWrite" -> canWrite((Boolean) args[0]);
        case "arm" -> asks(args[2] != null) && arm((Boolean) args[0], (Boolean) args[1]);
        case "leavesTcpAlone" -> leavesTcpAlone((Boolean) args[0]);
        case "isFast", "mayRead" -> true;
        case "account" ->
            Class.forName("java.net.JfsAccount")
                .getConstructor(int.class, int.class, int.class)
                .newInstance(1, 1, 1);
        case "isPlain" -> false;
        case "option" -> args[1];
        case "close" -> closes();
        case "write" -> write();
        case "available" -> 0;
        case "disarm" -> disarmed++;
        default -> null;
      };
    }

    Object closes() {
      return call(tcp, "end");
    }

    private int read(ByteBuffer to) {
      if (bytes) {
        bytes = false;
        to.put((byte) 1);
        return 1;
      }
      return 0;
    }

    boolean canRead() {
      return bytes;
    }

    boolean canWrite(boolean tcpIsWritable) {
      return false;
    }

    int write() {
      return 0;
    }

    boolean arm(boolean receiving, boolean sending) {
      return !bytes;
    }

    /** The selector's thread is about to wait, and asks for a signal of its eventfd or not. */
    boolean asks(boolean forSignal) {
      return true;
    }

    boolean leavesTcpAlone(boolean receiving) {
      return true;
    }

    final int disarmed() {
      return disarmed;
    }

    /** Bytes come, and the selectors are told. */
    final void bytesCome() {
      bytes = true;
      call(tcp, "changed");
    }
  }

  private static Object call(Object tcp, String method) {
    try {
      return Class.forName("java.net.JfsChannelTcp").getMethod(method).invoke(tcp);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  interface Maker {
    End make(Object tcp) throws Exception;

    /** Makes no spin, so that each look makes one anew. */
    default void spinAsked() {}

    /** What peers signal, or null. */
    default Object eventFd() throws ClassNotFoundException {
      return null;
    }
  }

  /** Keeps the end that connects, which is made before the one that is accepted. */
  private static final class Clients implements Maker {

    private End end;

    @Override
    public End make(Object tcp) {
      End made = new End(tcp);
      end = end == null ? made : end;
      return made;
    }
  }

  static void install(Maker maker) throws Exception {
    Class<?> makers = Class.forName("java.net.JfsChannels$Maker");
    Class<?> ends = Class.forName("java.net.JfsChannelEnd");
    InvocationHandler handler =
        (proxy, method, args) -> {
          if (method.getName().equals("make")) {
            return proxy(ends, maker.make(args[1]));
          }
          if (method.getName().equals("newEventFd")) {
            return maker.eventFd();
          }
          maker.spinAsked();
          return null;
        };
    Class.forName("java.net.JfsChannels")
        .getMethod("set", makers)
        .invoke(null, proxy(makers, handler));
  }

  static Object proxy(Class<?> type, InvocationHandler handler) {
    return Proxy.newProxyInstance(
        ModelledEnds.class.getClassLoader(), new Class<?>[] {type}, handler);
  }

  /** A connection: its client has such an end, and a key of a selector. */
  private static final class Selected implements AutoCloseable {

    final Selector selector = Selector.open();
    final ServerSocketChannel listener = ServerSocketChannel.open();
    final SocketChannel client = SocketChannel.open();
    final SocketChannel peer;

    Selected(int interest, Maker maker) throws Exception {
      install(maker);
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      client.connect(listener.getLocalAddress());
      peer = listener.accept();
      client.configureBlocking(false);
      client.register(selector, interest);
    }

    int select(long millis) throws Exception {
      int n = selector.select(millis);
      selector.selectedKeys().clear();
      return n;
    }

    @Override
    public void close() throws Exception {
      client.close();
      peer.close();
      listener.close();
      selector.close();
    }
  }

  /** It polls for room, too, and the bytes come between. */
  private static void newsWhileTheSelectingThreadAsks() throws Exception {
    Maker maker =
        tcp ->
            new End(tcp) {
              private boolean before;

              @Override
              boolean arm(boolean receiving, boolean sending) {
                if (bytes) {
                  return false;
                }
                if (receiving && sending && !before) {
                  before = true;
                  bytesCome();
                }
                return true;
              }
            };
    try (Selected one = new Selected(SelectionKey.OP_READ | SelectionKey.OP_WRITE, maker)) {
      System.out.println("news: " + one.select(PATIENCE_MILLIS));
    }
  }

  /** The program goes on after that, and its selector still knows of the channel. */
  private static void noMemoryOnce() throws Exception {
    Maker maker =
        tcp ->
            new End(tcp) {
              private boolean before;

              @Override
              boolean arm(boolean receiving, boolean sending) {
                if (!before) {
                  before = true;
                  throw new OutOfMemoryError("once");
                }
                if (!bytes) {
                  new Thread(this::bytesCome).start();
                }
                return true;
              }
            };
    try (Selected one = new Selected(SelectionKey.OP_READ, maker)) {
      try {
        System.out.println("no memory: " + one.select(PATIENCE_MILLIS));
      } catch (OutOfMemoryError e) {
        System.out.println("no memory: " + e.getMessage());
      }
      System.out.println("then: " + one.select(PATIENCE_MILLIS));
    }
  }

  /** One direction has left TCP after the key was registered; then a firewall resets TCP. */
  private static void resetOfTcpAlone() throws Exception {
    boolean[] left = {false};
    Maker maker =
        tcp ->
            new End(tcp) {
              @Override
              boolean canWrite(boolean tcpIsWritable) {
                return tcpIsWritable;
              }

              @Override
              boolean leavesTcpAlone(boolean receiving) {
                return left[0] && receiving;
              }
            };
    try (Selected one = new Selected(SelectionKey.OP_READ, maker)) {
      one.selector.selectNow();
      left[0] = true;
      one.peer.setOption(StandardSocketOptions.SO_LINGER, 0);
      one.peer.close();
      int told = 0;
      for (int i = 0; i < 3; i++) {
        told += one.select(SHORT_MILLIS);
      }
      System.out.println("reset: " + told);
    }
  }

  /**
   * As where others always have something: they are looked at no more, and told of all the same.
   */
  private static void idleOnesWhileTheSelectingThreadHasNoPause() throws Exception {
    int count = 50;
    List<End> armed = new ArrayList<>();
    Maker maker =
        tcp ->
            new End(tcp) {
              @Override
              boolean arm(boolean receiving, boolean sending) {
                armed.add(this);
                return true;
              }
            };
    try (Selector selector = Selector.open()) {
      List<Selected> all = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        all.add(new Selected(SelectionKey.OP_READ, maker));
        all.get(i).client.register(selector, SelectionKey.OP_READ);
        all.get(i).client.read(ByteBuffer.allocate(1)); // from now on the kernel does not tell
      }
      long start = System.nanoTime();
      while (armed.size() < count
          && System.nanoTime() - start < TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS)) {
        selector.selectNow();
      }
      System.out.println("idle: " + armed.size());
      armed.get(0).bytesCome();
      System.out.println("then: " + selector.selectNow());
      for (Selected one : all) {
        one.close();
      }
    }
  }

  /** It asks for no doorbell, and so a thread that has waited can take back its own. */
  private static void closedSelectorBesides() throws Exception {
    Clients client = new Clients();
    try (Selected one = new Selected(SelectionKey.OP_READ, client)) {
      Selector other = Selector.open();
      one.client.register(other, SelectionKey.OP_READ);
      other.close();
      one.client.read(ByteBuffer.allocate(1));
      one.select(SHORT_MILLIS);
      System.out.println("disarmed: " + client.end.disarmed());
    }
  }

  /** The kernel tells JFS of it, once, while the transport has bytes for the program yet. */
  private static void resetThatJfsMeetsFirst() throws Exception {
    Clients client = new Clients();
    try (Selected one = new Selected(SelectionKey.OP_READ, client)) {
      one.peer.setOption(StandardSocketOptions.SO_LINGER, 0);
      one.peer.close();
      String met = "nothing";
      while (met.equals("nothing")) {
        try {
          tryRead(client.end);
        } catch (InvocationTargetException e) {
          met = e.getCause().getMessage();
        }
      }
      client.end.bytes = true;
      System.out.println(met + ": " + one.client.read(ByteBuffer.allocate(1)));
    }
  }

  private static int tryRead(End end) throws Exception {
    return (int)
        Class.forName("java.net.JfsChannelTcp")
            .getMethod("tryRead", byte[].class, int.class, int.class)
            .invoke(end.tcp, new byte[1], 0, 1);
  }

  /** A thread of JFS looks for what has come by TCP, and must not wait for it. */
  private static void looksAtTcpWhileTheModeFlips() throws Exception {
    Clients client = new Clients();
    try (Selected one = new Selected(SelectionKey.OP_READ, client)) {
      one.selector.close();
      Thread flips =
          new Thread(
              () -> {
                try {
                  while (!Thread.currentThread().isInterrupted()) {
                    one.client.configureBlocking(true);
                    one.client.configureBlocking(false);
                  }
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      flips.start();
      int came = 0;
      for (int i = 0; i < 100_000; i++) {
        came += tryRead(client.end);
      }
      flips.interrupt();
      flips.join();
      System.out.println("looks: " + came);
    }
  }
}
