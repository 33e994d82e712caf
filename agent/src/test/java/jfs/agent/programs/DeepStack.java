package jfs.agent.programs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * Reads and writes single bytes so deep in the stack that it overflows at any place, and goes on
 * with the connection each time. A byte whose write failed may have been sent, and one whose read
 * failed may be gone; those after it must come. Takes {@code socket} or {@code channel}.
 */
public final class DeepStack {

  private static final int WARM = 20_000;
  private static final int ROUNDS = 40;
  private static final int STACK_BYTES = 256 * 1024;

  /** So many levels of a recursion before that of the overflow, and behind. */
  private static final int BEFORE = 80;

  private static final int BEHIND = 20;

  private final Wire wire;
  private int mark;
  private int overflows;

  private DeepStack(Wire wire) {
    this.wire = wire;
  }

  /** A byte at a time. */
  private interface Wire {
    int read() throws IOException;

    void write(int value) throws IOException;
  }

  public static void main(String[] args) throws Exception {
    int patience = Patience.ofMillis(30_000);
    try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        SocketChannel channel = SocketChannel.open();
        Socket socket = args[0].equals("socket") ? new Socket() : channel.socket()) {
      socket.connect(new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort()));
      socket.setTcpNoDelay(true);
      Socket accepted = listener.accept();
      accepted.setTcpNoDelay(true);
      daemon("echo", Long.MAX_VALUE, () -> echo(accepted));
      Wire wire = socket.getChannel() == null ? of(socket) : of(channel);
      DeepStack program = new DeepStack(wire);
      Thread deep = daemon("deep", STACK_BYTES, program::run);
      deep.join(patience);
      if (deep.isAlive()) {
        System.out.println("hangs at mark " + program.mark);
      }
    }
  }

  private static Thread daemon(String name, long stackBytes, Body body) {
    Thread thread =
        new Thread(
            null,
            () -> {
              try {
                body.run();
              } catch (IOException e) {
                System.out.println(name + ": " + e);
              }
            },
            name,
            stackBytes == Long.MAX_VALUE ? 0 : stackBytes);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private interface Body {
    void run() throws IOException;
  }

  private static void echo(Socket socket) throws IOException {
    for (int b = socket.getInputStream().read(); b >= 0; b = socket.getInputStream().read()) {
      socket.getOutputStream().write(b);
    }
  }

  private static Wire of(Socket socket) {
    return new Wire() {
      @Override
      public int read() throws IOException {
        return socket.getInputStream().read();
      }

      @Override
      public void write(int value) throws IOException {
        socket.getOutputStream().write(value);
      }
    };
  }

  private static Wire of(SocketChannel channel) {
    ByteBuffer in = ByteBuffer.allocateDirect(1);
    ByteBuffer out = ByteBuffer.allocateDirect(1);
    return new Wire() {
      @Override
      public int read() throws IOException {
        in.clear();
        return channel.read(in) < 0 ? -1 : in.get(0) & 0xff;
      }

      @Override
      public void write(int value) throws IOException {
        out.clear();
        out.put(0, (byte) value);
        channel.write(out);
      }
    };
  }

  private void run() throws IOException {
    for (int i = 0; i < WARM; i++) {
      catchUp();
    }
    for (int round = 0; round < ROUNDS; round++) {
      boolean writes = round % 2 == 0;
      int deepest = BEFORE;
      while (isReached(deepest, writes)) {
        deepest += BEFORE / 2;
      }
      for (int levels = deepest - BEFORE; levels < deepest + BEHIND; levels++) {
        isReached(levels, writes);
      }
    }
    System.out.println(overflows > ROUNDS ? "exact" : "no overflows");
  }

  /** Whether so many levels, and the use of the connection beneath, fit onto the stack. */
  private boolean isReached(int levels, boolean writes) throws IOException {
    if (!writes) {
      wire.write(0);
    }
    try {
      descend(levels, writes, 1, 2);
      return true;
    } catch (StackOverflowError e) {
      overflows++;
      return false;
    } finally {
      catchUp();
    }
  }

  private long descend(int levels, boolean writes, long one, long two) throws IOException {
    if (levels > 0) {
      return one + descend(levels - 1, writes, two, one + levels);
    }
    if (writes) {
      wire.write(0);
    } else {
      wire.read();
    }
    return two;
  }

  /** Sends another mark, and reads up to it. */
  private void catchUp() throws IOException {
    mark = mark % 255 + 1;
    wire.write(mark);
    int b;
    do {
      b = wire.read();
      if (b != 0 && b != mark) {
        throw new IOException(b + " in place of " + mark);
      }
    } while (b == 0);
  }
}
