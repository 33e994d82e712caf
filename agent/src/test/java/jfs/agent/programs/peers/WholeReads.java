package jfs.agent.programs.peers;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import jfs.agent.programs.Patience;
import jfs.agent.programs.ServerHost;

/**
 * Two JVMs that send each other messages by turns. The receiver of a message prints what the first
 * read with a large buffer returns, unless it is the message: of those that had come before that
 * read, as {@code available} said, and of those that came, by one write, while the read waited. A
 * relay writes what it has read.
 *
 * <p>{@code WholeReads serve NODELAY}, {@code WholeReads connect NODELAY PORT}
 */
public final class WholeReads {

  /** Around the sizes of buffers that there may be on the way; TCP takes each in one segment. */
  private static final int[] SIZES = {1, 100, 4096, 8191, 8192, 8193, 12_000, 16_385, 30_000};

  /** Enough for anything that begins late. */
  private static final int ROUNDS = 10;

  private static final int BUFFER = 64 * 1024;
  private static final long PATIENCE_NANOS = Patience.nanosOfSeconds(15);

  private final Socket data;

  /** The receiver says over it that it waits in a read. */
  private final Socket control;

  private volatile boolean reading;

  private WholeReads(Socket data, Socket control) {
    this.data = data;
    this.control = control;
  }

  public static void main(String[] args) throws Exception {
    boolean noDelay = Boolean.parseBoolean(args[1]);
    boolean serves = args[0].equals("serve");
    Socket data;
    Socket control;
    if (serves) {
      ServerSocket listener = new ServerSocket(0, 2, ServerHost.ADDRESS);
      System.out.println(listener.getLocalPort());
      data = listener.accept();
      control = listener.accept();
    } else {
      int port = Integer.parseInt(args[2]);
      data = new Socket(ServerHost.ADDRESS, port);
      control = new Socket(ServerHost.ADDRESS, port);
    }
    try (data;
        control) {
      data.setTcpNoDelay(noDelay);
      control.setTcpNoDelay(true);
      new WholeReads(data, control).play(serves);
    }
    System.out.println("done");
  }

  private void play(boolean serves) throws Exception {
    for (int round = 0; round < 2 * ROUNDS; round++) {
      boolean readerWaits = round >= ROUNDS;
      for (int size : SIZES) {
        if (!serves) {
          send(size, round, readerWaits);
        }
        receive(size, round, readerWaits);
        if (serves) {
          send(size, round, readerWaits);
        }
      }
    }
  }

  private void send(int size, int round, boolean readerWaits) throws IOException {
    byte[] message = new byte[size];
    Arrays.fill(message, (byte) (size + round));
    if (readerWaits && control.getInputStream().read() < 0) {
      throw new EOFException();
    }
    data.getOutputStream().write(message);
  }

  private void receive(int size, int round, boolean readerWaits) throws Exception {
    InputStream in = data.getInputStream();
    byte[] buffer = new byte[BUFFER];
    Thread announcing = null;
    if (readerWaits) {
      Thread reader = Thread.currentThread();
      announcing = new Thread(() -> announce(reader));
      reading = true;
      announcing.start();
    } else {
      awaitAvailable(in, size, round);
    }
    int first = in.read(buffer);
    int all = first;
    while (all < size) {
      int n = in.read(buffer, all, size - all);
      if (n < 0) {
        throw new EOFException();
      }
      all += n;
    }
    reading = false;
    for (int i = 0; i < size; i++) {
      if (buffer[i] != (byte) (size + round)) {
        throw new IOException("byte " + i + " of " + size + " is " + buffer[i]);
      }
    }
    if (first != size || in.available() != 0) {
      System.out.println(
          ("message of " + size + (readerWaits ? " into a waiting" : " before the"))
              + (" read: of the first " + first + ", left " + in.available()));
    }
    if (announcing != null) {
      announcing.join();
    }
  }

  /** Has the message sent once the reader is in the kernel. */
  private void announce(Thread reader) {
    while (reading && !isInKernel(reader)) {
      Thread.onSpinWait();
    }
    try {
      control.getOutputStream().write(1);
    } catch (IOException e) {
      e.printStackTrace();
      System.exit(2);
    }
  }

  private static boolean isInKernel(Thread reader) {
    StackTraceElement[] frames = reader.getStackTrace();
    String method = frames.length == 0 ? "" : frames[0].getMethodName();
    return method.equals("poll") || method.equals("read0");
  }

  /** Polls, since no event tells that the kernel has it all. */
  private static void awaitAvailable(InputStream in, int size, int round) throws IOException {
    long end = System.nanoTime() + PATIENCE_NANOS;
    int available = in.available();
    while (available < size) {
      if (System.nanoTime() > end) {
        throw new IOException("round " + round + ": available " + available + " of " + size);
      }
      Thread.onSpinWait();
      available = in.available();
    }
    if (available != size) {
      System.out.println("available " + available + " of " + size);
    }
  }
}
