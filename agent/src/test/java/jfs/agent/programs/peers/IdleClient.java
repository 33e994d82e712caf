package jfs.agent.programs.peers;

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import jfs.agent.programs.ServerHost;

/**
 * {@code IdleClient PORT CONNECTIONS virtual|platform [talks]}: has threads of a kind that talk to
 * an {@link EchoServer}, with "talks" until a line comes on standard input, and then wait for a
 * byte that only comes when a line comes. Says "idle", then "others run", which takes a further
 * thread of the kind, and "exact" in the end.
 */
public final class IdleClient {

  private static final int ROUNDS = 40;

  private static final long REST_NANOS = 50_000_000;

  private static volatile boolean talks;

  private IdleClient() {}

  public static void main(String[] args) throws Exception {
    int connections = Integer.parseInt(args[1]);
    talks = args.length > 3;
    CountDownLatch waiting = new CountDownLatch(connections);
    List<Socket> sockets = new ArrayList<>();
    List<Future<?>> readers = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      Socket socket = new Socket(ServerHost.ADDRESS, Integer.parseInt(args[0]));
      sockets.add(socket);
      readers.add(
          start(
              args[2],
              () -> {
                for (int n = 0; n < ROUNDS || talks; n++) {
                  socket.getOutputStream().write(n);
                  expect(socket, n & 0xff);
                  if (n >= ROUNDS) {
                    LockSupport.parkNanos(REST_NANOS); // others need the processor
                  }
                }
                waiting.countDown();
                expect(socket, ROUNDS);
              }));
    }
    if (talks) {
      awaitLine();
      talks = false;
    }
    waiting.await();
    System.out.println("idle");
    start(args[2], () -> System.out.println("others run")).get();
    awaitLine();
    for (Socket socket : sockets) {
      socket.getOutputStream().write(ROUNDS);
    }
    for (Future<?> reader : readers) {
      reader.get();
    }
    System.out.println("exact");
  }

  private static void awaitLine() throws IOException {
    while (System.in.read() != '\n') {
      // Not yet.
    }
  }

  private interface Action {
    void run() throws Exception;
  }

  private static Future<?> start(String kind, Action action) throws ReflectiveOperationException {
    FutureTask<?> task =
        new FutureTask<>(
            () -> {
              action.run();
              return null;
            });
    if (kind.equals("virtual")) {
      // By reflection: compiled for Java 17.
      Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
    } else {
      new Thread(task).start();
    }
    return task;
  }

  private static void expect(Socket socket, int wanted) throws IOException {
    int read = socket.getInputStream().read();
    if (read != wanted) {
      throw new IOException(read + " instead of " + wanted);
    }
  }
}
