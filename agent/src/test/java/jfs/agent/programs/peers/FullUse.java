package jfs.agent.programs.peers;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import jfs.agent.programs.ServerHost;

/**
 * A connection of a JVM to itself. For each line on standard input a byte goes there and back;
 * after the line "use", whatever a program may do with a connection: a writer that its reader keeps
 * waiting, readers that sleep, time out and are interrupted, half-close and close. Classes that are
 * loaded for it come between {@link Begin} and {@link End}.
 */
public final class FullUse {

  /** Loaded first. */
  private static final class Begin {}

  /** Loaded last. */
  private static final class End {}

  /** More than a sender finds room for while its peer reads nothing. */
  private static final int MUCH = 12 << 20;

  private static final int TIMES = 20;
  private static final int PAUSE_NANOS = 3_000_000;
  private static final int TIMEOUT_MILLIS = 20;

  private final Socket one;
  private final Socket other;

  private FullUse(Socket one, Socket other) {
    this.one = one;
    this.other = other;
  }

  public static void main(String[] args) throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, ServerHost.ADDRESS);
        Socket one = new Socket(ServerHost.ADDRESS, listener.getLocalPort());
        Socket other = listener.accept()) {
      FullUse use = new FullUse(one, other);
      use.thereAndBack();
      System.out.println("connected");
      DataInputStream lines = new DataInputStream(System.in);
      while (!readLine(lines).equals("use")) {
        use.thereAndBack();
        System.out.println("done");
      }
      useChannels();
      new Socket(ServerHost.ADDRESS, listener.getLocalPort())
          .close(); // the first takes heap in any case
      new Begin();
      use.all();
      new End();
      System.out.println("used");
      readLine(lines);
    }
  }

  /** Links all that this program and the JDK need for it. */
  private static void useChannels() throws Exception {
    try (ServerSocketChannel listener = ServerSocketChannel.open()) {
      listener.bind(new InetSocketAddress(ServerHost.ADDRESS, 0));
      try (SocketChannel one = SocketChannel.open(listener.getLocalAddress());
          SocketChannel other = listener.accept()) {
        new FullUse(one.socket(), other.socket()).all();
      }
    }
  }

  @SuppressWarnings("deprecation") // of ASCII
  private static String readLine(DataInputStream lines) throws IOException {
    return lines.readLine();
  }

  private void all() throws Exception {
    readerIsLate();
    readerSleeps();
    readerTimesOut();
    if (one.getChannel() == null) {
      readerIsInterrupted(); // a channel would be closed
    }
    readerIsLate(); // once more, with memory that was used before
    one.shutdownOutput();
    check(other.getInputStream().read() < 0, "ended");
    other.getOutputStream().write(2);
    check(one.getInputStream().available() <= 1, "available");
    other.close();
    one.close();
  }

  private void thereAndBack() throws IOException {
    one.getOutputStream().write(1);
    check(other.getInputStream().read() == 1, "there");
    other.getOutputStream().write(2);
    check(one.getInputStream().read() == 2, "back");
  }

  private void readerIsLate() throws Exception {
    OutputStream out = one.getOutputStream();
    InputStream in = other.getInputStream();
    FutureTask<Void> writing =
        begin(
            () -> {
              out.write(new byte[MUCH]);
              return null;
            });
    // The writer has filled all room long before that.
    LockSupport.parkNanos((long) TIMES * PAUSE_NANOS);
    check(in.readNBytes(MUCH).length == MUCH, "all");
    writing.get();
    thereAndBack();
  }

  private void readerSleeps() throws Exception {
    InputStream in = other.getInputStream();
    FutureTask<Integer> reading = begin(() -> in.readNBytes(TIMES).length);
    for (int i = 0; i < TIMES; i++) {
      LockSupport.parkNanos(PAUSE_NANOS);
      one.getOutputStream().write(1);
    }
    check(reading.get() == TIMES, "each");
  }

  private void readerTimesOut() throws IOException {
    other.setSoTimeout(TIMEOUT_MILLIS);
    try {
      check(other.getInputStream().read() < -1, "nothing");
    } catch (SocketTimeoutException e) {
      other.setSoTimeout(0);
    }
  }

  private void readerIsInterrupted() throws Exception {
    InputStream in = other.getInputStream();
    FutureTask<Boolean> reading =
        begin(
            () -> {
              Thread.currentThread().interrupt();
              return in.read() == 1 && Thread.interrupted();
            });
    LockSupport.parkNanos(PAUSE_NANOS);
    one.getOutputStream().write(1);
    check(reading.get(), "interrupted");
  }

  private static <T> FutureTask<T> begin(Callable<T> action) {
    FutureTask<T> task = new FutureTask<>(action);
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  private static void check(boolean holds, String what) {
    if (!holds) {
      throw new IllegalStateException("not " + what);
    }
  }
}
