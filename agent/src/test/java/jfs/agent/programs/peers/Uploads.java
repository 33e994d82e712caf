package jfs.agent.programs.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import jfs.agent.programs.ServerHost;

/**
 * {@code Uploads PORT CONNECTIONS BYTES ENDING}: a client of {@link Downloads} that writes so many
 * bytes at once on each connection, and has a thread for each that reads all that comes. It is told
 * how many messages these are. When they are read and the threads wait for more, it ends: it closes
 * the sockets, {@code exit}s, {@code halt}s, or waits for being killed.
 */
public final class Uploads {

  /** The size of a message. */
  public static final int MESSAGE = 1300;

  private Uploads() {}

  public static void main(String[] args) throws Exception {
    int connections = Integer.parseInt(args[1]);
    List<Socket> sockets = new ArrayList<>();
    List<Thread> readers = new ArrayList<>();
    AtomicLong read = new AtomicLong();
    for (int i = 0; i < connections; i++) {
      Socket socket = new Socket(ServerHost.ADDRESS, Integer.parseInt(args[0]));
      sockets.add(socket);
      Thread reader = new Thread(() -> readAll(socket, read), "reader");
      reader.setDaemon(true);
      reader.start();
      readers.add(reader);
      socket.getOutputStream().write(new byte[Integer.parseInt(args[2])]);
    }
    System.out.println("uploaded");
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    long all = Long.parseLong(in.readLine()) * connections * MESSAGE;
    while (read.get() < all) {
      Thread.onSpinWait();
    }
    for (Thread reader : readers) {
      awaitRest(reader);
    }
    switch (args[3]) {
      case "close" -> {
        for (Socket socket : sockets) {
          socket.close();
        }
      }
      case "exit" -> System.exit(0);
      case "halt" -> Runtime.getRuntime().halt(0);
      default -> {
        System.out.println("kill me");
        in.readLine();
      }
    }
  }

  private static void readAll(Socket socket, AtomicLong read) {
    byte[] buffer = new byte[1000];
    try {
      for (int n = socket.getInputStream().read(buffer);
          n >= 0;
          n = socket.getInputStream().read(buffer)) {
        read.addAndGet(n);
      }
    } catch (IOException e) {
      // Closed by the other thread.
    }
  }

  /**
   * Waits until several looks find a thread at the same place in native code: it most likely
   * sleeps.
   */
  private static void awaitRest(Thread thread) {
    for (int looks = 0; looks < 100; looks++) {
      StackTraceElement[] stack = thread.getStackTrace();
      boolean inNative = stack.length > 0 && stack[0].isNativeMethod();
      if (!inNative) {
        looks = 0;
      }
    }
  }
}
