package jfs.agent.programs.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import jfs.agent.programs.ServerHost;
import jfs.agent.programs.soak.Noise;

/**
 * {@code Halted PORT}: talks to an {@link EchoServer}. That process is stopped after "ready", and
 * continued after "waiting"; lines on standard input say when.
 */
public final class Halted {

  private static final int TIMEOUT_MILLIS = 200;
  private static final int ROUNDS = 300;
  private static final int ROUND_BYTES = 1000;
  private static final int LONG_WRITE = 8 << 20;

  private static final Noise NOISE = new Noise(1);

  private Halted() {}

  public static void main(String[] args) throws Exception {
    int port = Integer.parseInt(args[0]);
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    try (Socket quiet = connect(port);
        Socket busy = connect(port)) {
      for (int i = 0; i < ROUNDS; i++) {
        write(quiet, ROUND_BYTES);
        check(quiet, ROUND_BYTES);
        write(busy, ROUND_BYTES);
        check(busy, ROUND_BYTES);
      }
      System.out.println("ready");

      lines.readLine();
      FutureTask<?> writing = new FutureTask<>(() -> write(busy, LONG_WRITE));
      new Thread(writing).start();
      write(quiet, ROUND_BYTES);
      System.out.println("timed out after all: " + timesOut(quiet));
      try (Socket late = connect(port)) {
        write(late, ROUND_BYTES);
        System.out.println("waiting");

        lines.readLine();
        check(busy, LONG_WRITE);
        writing.get();
        check(quiet, ROUND_BYTES);
        check(late, ROUND_BYTES);
      }
      for (int i = 0; i < ROUNDS; i++) {
        write(quiet, ROUND_BYTES);
        check(quiet, ROUND_BYTES);
      }
      System.out.println("exact");
    }
  }

  private static Socket connect(int port) throws IOException {
    return new Socket(ServerHost.ADDRESS, port);
  }

  private static Void write(Socket socket, int length) throws IOException {
    byte[] bytes = new byte[length];
    synchronized (NOISE) {
      NOISE.fill(0, bytes, 0, length);
    }
    socket.getOutputStream().write(bytes);
    return null;
  }

  private static void check(Socket socket, int length) throws IOException {
    InputStream in = socket.getInputStream();
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new IOException("end of file after " + bytes.length);
    }
    synchronized (NOISE) {
      NOISE.check(0, bytes, 0, length);
    }
  }

  private static boolean timesOut(Socket socket) throws IOException {
    socket.setSoTimeout(TIMEOUT_MILLIS);
    long start = System.nanoTime();
    try {
      int b = socket.getInputStream().read();
      throw new IOException("read " + b);
    } catch (SocketTimeoutException e) {
      // As it should.
    }
    socket.setSoTimeout(0);
    return System.nanoTime() - start >= TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MILLIS);
  }
}
