package jfs.agent.programs.peers;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import jfs.agent.programs.ServerHost;

/**
 * Connections that one end closes when it has read all that the other one has sent, and prints how
 * they end at the other end: {@code Endings CONNECTIONS}.
 */
public final class Endings {

  private static final int WRITES = 100;
  private static final int WRITE_BYTES = 1000;
  private static final int READ_BYTES = 100;
  private static final int MOST_ANSWER = 3_000_000;

  private Endings() {}

  public static void main(String[] args) throws Exception {
    int connections = Integer.parseInt(args[0]);
    Map<String, Integer> silent = new TreeMap<>();
    Map<String, Integer> early = new TreeMap<>();
    for (int i = 0; i < connections; i++) {
      silent.merge(outcome(() -> end(0)), 1, Integer::sum);
      int answer = MOST_ANSWER / connections * (i + 1);
      early.merge(outcome(() -> end(answer)), 1, Integer::sum);
    }
    System.out.println("that never wrote: " + silent);
    System.out.println("that wrote before: " + early);
  }

  private static String outcome(Callable<Boolean> call) throws Exception {
    try {
      return call.call() ? "end of file" : "too few bytes";
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** Has a server send an answer while nothing else goes on, and read requests then. */
  private static boolean end(int answer) throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 1, ServerHost.ADDRESS);
        Socket client = new Socket(listener.getInetAddress(), listener.getLocalPort())) {
      Socket server = listener.accept();
      InputStream in = client.getInputStream();
      FutureTask<?> answering = start(() -> server.getOutputStream().write(new byte[answer]));
      FutureTask<?> requesting =
          start(
              () -> {
                for (int i = 0; i < WRITES; i++) {
                  client.getOutputStream().write(new byte[WRITE_BYTES]);
                }
              });
      FutureTask<?> serving =
          start(
              () -> {
                // Slowly, so that the client is ahead when it leaves TCP.
                int left = WRITES * WRITE_BYTES;
                while (left > 0) {
                  int n = Math.min(left, READ_BYTES);
                  if (server.getInputStream().readNBytes(n).length < n) {
                    throw new IOException("requests missing");
                  }
                  left -= n;
                }
                answering.get();
                server.close();
              });
      // No more than is needed for the server to be able to close.
      int read = 0;
      while (!answering.isDone()) {
        read += in.available() > 0 ? in.read(new byte[8192]) : 0;
        Thread.onSpinWait();
      }
      serving.get();
      requesting.get();
      return read + in.transferTo(OutputStream.nullOutputStream()) == answer;
    }
  }

  private interface Action {
    void run() throws Exception;
  }

  private static FutureTask<?> start(Action action) {
    FutureTask<?> task =
        new FutureTask<>(
            () -> {
              action.run();
              return null;
            });
    new Thread(task).start();
    return task;
  }
}
