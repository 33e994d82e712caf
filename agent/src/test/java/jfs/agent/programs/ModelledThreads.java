package jfs.agent.programs;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jfs.agent.programs.ModelledEnds.End;

/**
 * The agent's channels, where two threads meet in one, or an interrupt comes at a certain moment.
 * For a program that runs with {@code channels=on}, with ends as of {@link ModelledEnds}.
 */
public final class ModelledThreads {

  private static final byte[] BELL = {0};

  private static final long PATIENCE_NANOS =
      TimeUnit.MILLISECONDS.toNanos(Patience.ofMillis(5_000));

  private ModelledThreads() {}

  public static void main(String[] args) throws Exception {
    interruptAtADoorbell();
    interruptBehindTheBytes();
    doorbellOfAnotherThread();
    doorbellThatAnotherSelectorTakes();
    noMemoryForAKey();
  }

  /** An end of which TCP tells, and whose methods a case replaces. */
  static class Told extends End {

    Told(Object tcp) {
      super(tcp);
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] args) throws Throwable {
      return switch (method.getName()) {
        case "canRead" -> canRead((Boolean) args[0]);
        case "read" -> read((ByteBuffer) args[0]);
        case "write" -> write((ByteBuffer) args[0]);
        case "shutdownOutput" -> shutdownOutput();
        default -> super.invoke(proxy, method, args);
      };
    }

    boolean canRead(boolean tcpIsReadable) {
      return false;
    }

    int read(ByteBuffer to) {
      return 0;
    }

    int write(ByteBuffer from) {
      return 0;
    }

    Object shutdownOutput() {
      return null;
    }

    /** As a thread does that has published bytes: an exception is not the program's to know. */
    final void ring() {
      callOfTcp("write", BELL, 0, 1);
    }

    final void callOfTcp(String name, Object... arguments) {
      try {
        for (Method method : Class.forName("java.net.JfsChannelTcp").getMethods()) {
          if (method.getName().equals(name) && method.getParameterCount() == arguments.length) {
            method.invoke(tcp, arguments);
            return;
          }
        }
        throw new IllegalStateException(name);
      } catch (InvocationTargetException e) {
        if (!(e.getCause() instanceof IOException)) {
          throw new IllegalStateException(e);
        }
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** A connection whose client has such an end and blocks; its peer is a socket, on TCP. */
  private static final class Pair implements AutoCloseable {

    final SocketChannel client = SocketChannel.open();
    final Socket peer;

    Pair(ModelledEnds.Maker maker) throws Exception {
      ModelledEnds.install(maker);
      try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        client.connect(listener.getLocalSocketAddress());
        peer = listener.accept();
      }
    }

    @Override
    public void close() throws Exception {
      client.close();
      peer.close();
    }
  }

  private static String outcome(Pair pair, boolean writes) {
    try {
      ByteBuffer buffer = ByteBuffer.allocate(1);
      int n = writes ? pair.client.write(buffer) : pair.client.read(buffer);
      return n + ", interrupted " + Thread.interrupted();
    } catch (IOException e) {
      return e.getClass().getSimpleName() + ", interrupted " + Thread.interrupted();
    }
  }

  /** The bytes are published, and the thread rings for them. */
  private static void interruptAtADoorbell() throws Exception {
    ModelledEnds.Maker maker =
        tcp ->
            new Told(tcp) {
              @Override
              int write(ByteBuffer from) {
                Thread.currentThread().interrupt();
                ring();
                from.position(from.limit());
                return 1;
              }
            };
    try (Pair pair = new Pair(maker)) {
      System.out.println("doorbell: " + outcome(pair, true));
    }
  }

  /** The program's bytes are there, and the thread looks whether TCP has brought more. */
  private static void interruptBehindTheBytes() throws Exception {
    ModelledEnds.Maker maker =
        tcp ->
            new Told(tcp) {
              @Override
              int read(ByteBuffer to) {
                Thread.currentThread().interrupt();
                callOfTcp("read", new byte[1], 0, 1, 1L);
                to.put((byte) 1);
                return 1;
              }
            };
    try (Pair pair = new Pair(maker)) {
      System.out.println("behind: " + outcome(pair, false));
    }
  }

  /** One thread ends the output, and rings, while another writes. It has no part in that. */
  private static void doorbellOfAnotherThread() throws Exception {
    CountDownLatch writes = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    ModelledEnds.Maker maker =
        tcp ->
            new Told(tcp) {
              @Override
              int write(ByteBuffer from) {
                writes.countDown();
                try {
                  ended.await();
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
                from.position(from.limit());
                return 1;
              }

              @Override
              Object shutdownOutput() {
                ring();
                return null;
              }
            };
    try (Pair pair = new Pair(maker)) {
      Thread writer = new Thread(() -> outcome(pair, true));
      writer.start();
      writes.await();
      pair.client.shutdownOutput();
      Thread interrupts = new Thread(Thread.currentThread()::interrupt); // a hook is for others
      interrupts.start();
      while (!Thread.interrupted()) {
        Thread.onSpinWait();
      }
      interrupts.join();
      System.out.println("another's: open " + pair.client.isOpen());
      ended.countDown();
      writer.join();
    }
  }

  /** The other one waits, and counts on that doorbell. */
  private static void doorbellThatAnotherSelectorTakes() throws Exception {
    boolean[] leavesTcp = {true};
    boolean[] armed = {false};
    CountDownLatch waits = new CountDownLatch(1);
    CountDownLatch taken = new CountDownLatch(1);
    ModelledEnds.Maker maker =
        tcp ->
            new Told(tcp) {
              @Override
              boolean canRead(boolean tcpIsReadable) {
                if (tcpIsReadable) {
                  armed[0] = false;
                  taken.countDown();
                }
                return false;
              }

              @Override
              boolean arm(boolean receiving, boolean sending) {
                armed[0] = true;
                waits.countDown();
                return true;
              }

              @Override
              boolean leavesTcpAlone(boolean receiving) {
                return leavesTcp[0];
              }
            };
    try (Pair pair = new Pair(maker);
        Selector waiting = Selector.open();
        Selector passing = Selector.open()) {
      pair.client.configureBlocking(false);
      pair.client.register(waiting, SelectionKey.OP_READ);
      Thread other = new Thread(() -> select(waiting));
      other.start();
      waits.await();
      while (!isInKernel(other)) {
        Thread.onSpinWait();
      }
      leavesTcp[0] = false; // so that the kernel tells the second one alone
      pair.client.register(passing, SelectionKey.OP_READ);
      pair.peer.getOutputStream().write(BELL);
      while (taken.getCount() > 0) {
        passing.selectNow();
      }
      System.out.println("armed: " + armed[0]);
      waiting.wakeup();
      other.join();
    }
  }

  /** The JDK asks once what the kernel is to look for. */
  private static void noMemoryForAKey() throws Exception {
    ModelledEnds.Maker maker =
        tcp ->
            new Told(tcp) {
              private boolean before;

              @Override
              boolean canRead(boolean tcpIsReadable) {
                return tcpIsReadable;
              }

              @Override
              boolean canWrite(boolean tcpIsWritable) {
                if (tcpIsWritable && !before) {
                  before = true;
                  throw new OutOfMemoryError("once");
                }
                return false;
              }

              @Override
              boolean leavesTcpAlone(boolean receiving) {
                return false;
              }
            };
    try (Pair pair = new Pair(maker);
        Selector selector = Selector.open()) {
      pair.client.configureBlocking(false);
      pair.client.register(selector, SelectionKey.OP_READ | SelectionKey.OP_WRITE);
      pair.peer.getOutputStream().write(BELL);
      int n = 0;
      long start = System.nanoTime();
      while (n == 0 && System.nanoTime() - start < PATIENCE_NANOS) {
        try {
          n = selector.selectNow();
        } catch (OutOfMemoryError e) {
          // The program goes on.
        }
      }
      System.out.println("key: " + n);
    }
  }

  private static void select(Selector selector) {
    try {
      selector.select();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isInKernel(Thread thread) {
    StackTraceElement[] stack = thread.getStackTrace();
    return stack.length > 0
        && stack[0].getClassName().equals("sun.nio.ch.EPoll")
        && stack[0].getMethodName().equals("wait");
  }
}
