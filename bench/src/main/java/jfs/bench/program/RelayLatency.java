package jfs.bench.program;

import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A relay that echoes what it reads, and a client that times messages that go there and back.
 *
 * <p>{@code RelayLatency relay}: says its port. {@code RelayLatency client PORT}: for each line
 * {@code SIZE NODELAY COUNT} on standard input says how many nanoseconds each of so many messages
 * took. Messages that TCP's buffers do not hold get a connection of their own each time: the kernel
 * sizes the buffers of each as it goes along, and such messages then differ by a quarter from one
 * connection to the next. Smaller ones keep theirs: for the first seconds of a connection they
 * differ by a factor of ten, as the scheduler keeps its ends together or apart.
 */
public final class RelayLatency {

  private static final int BUFFER = 64 * 1024;
  private static final int LARGE = 256 * 1024;

  private RelayLatency() {}

  public static void main(String[] args) throws IOException {
    if (args[0].equals("relay")) {
      relay();
    } else {
      client(Integer.parseInt(args[1]));
    }
  }

  private static void relay() throws IOException {
    try (ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      System.out.println(listener.getLocalPort());
      while (true) {
        Socket socket = listener.accept();
        Thread thread = new Thread(() -> echo(socket));
        thread.setDaemon(true);
        thread.start();
      }
    }
  }

  private static void echo(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(socket.getInputStream().read() == 1);
      InputStream in = socket.getInputStream();
      OutputStream out = socket.getOutputStream();
      byte[] bytes = new byte[BUFFER];
      for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
        out.write(bytes, 0, n);
      }
    } catch (IOException e) {
      System.err.println(e);
    }
  }

  private static void client(int port) throws IOException {
    try (Socket delayed = connect(port, false);
        Socket undelayed = connect(port, true);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] words = line.split(" ", -1);
        int size = Integer.parseInt(words[0]);
        boolean noDelay = Boolean.parseBoolean(words[1]);
        int count = Integer.parseInt(words[2]);
        long[] nanos =
            size < LARGE
                ? time(noDelay ? undelayed : delayed, size, count)
                : timeAnew(port, noDelay, size, count);
        System.out.println(Arrays.toString(nanos).replaceAll("[\\[\\],]", ""));
      }
    }
  }

  private static long[] timeAnew(int port, boolean noDelay, int size, int count)
      throws IOException {
    try (Socket socket = connect(port, noDelay)) {
      time(socket, size, count / 4);
      return time(socket, size, count);
    }
  }

  private static Socket connect(int port, boolean noDelay) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(noDelay);
    socket.getOutputStream().write(noDelay ? 1 : 0);
    return socket;
  }

  /** TCP holds what the relay has sent back while this end still writes. */
  private static long[] time(Socket socket, int size, int count) throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    byte[] message = new byte[size];
    byte[] answer = new byte[size];
    long[] nanos = new long[count];
    for (int i = 0; i < count; i++) {
      long start = System.nanoTime();
      socket.getOutputStream().write(message);
      in.readFully(answer);
      nanos[i] = System.nanoTime() - start;
    }
    return nanos;
  }
}
