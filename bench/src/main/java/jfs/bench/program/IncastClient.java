package jfs.bench.program;

import java.io.IOException;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.CyclicBarrier;

/**
 * Times messages one way on several connections at once to one {@link IncastServer}, with a thread
 * for each.
 *
 * <p>Arguments: the server's port. Command: {@code incast CONNECTIONS SIZE COUNT}; the connections
 * are made by the first one. The slice lasts until the server has all of each.
 */
public final class IncastClient {

  private final Socket[] sockets;

  private IncastClient(int port, int connections) throws IOException {
    sockets = new Socket[connections];
    for (int i = 0; i < connections; i++) {
      sockets[i] = Hosts.connect(port);
    }
  }

  public static void main(String[] args) throws Exception {
    Commands commands = Commands.open();
    int port = Integer.parseInt(args[0]);
    Commands.answer("ready=1");
    IncastClient client = null;
    try {
      for (; ; ) {
        String[] command = commands.next();
        if (client == null) {
          client = new IncastClient(port, Integer.parseInt(command[1]));
        }
        Commands.answer(client.slice(Integer.parseInt(command[2]), Integer.parseInt(command[3])));
      }
    } catch (IOException | RuntimeException e) {
      Commands.fail(e);
    }
  }

  private String slice(int size, int count) throws Exception {
    int each = Math.max(1, count / sockets.length);
    long[] begins = new long[sockets.length];
    CyclicBarrier barrier = new CyclicBarrier(sockets.length + 1);
    for (int i = 0; i < sockets.length; i++) {
      int index = i;
      new Thread(() -> run(sockets[index], size, each, barrier, begins, index), "client-" + i)
          .start();
    }
    barrier.await();
    long cpu = CpuTime.nanos();
    barrier.await();
    long end = System.nanoTime();
    cpu = CpuTime.nanos() - cpu;
    // Not when this thread was told that they begin: it may be the last to get a processor.
    long begin = Arrays.stream(begins).min().orElse(end);
    return "count=" + each * sockets.length + " elapsed=" + (end - begin) + " cpu=" + cpu;
  }

  private static void run(
      Socket socket, int size, int count, CyclicBarrier barrier, long[] begins, int index) {
    try {
      SliceHeader header = new SliceHeader(SliceHeader.STREAM, size, count);
      header.send(socket.getOutputStream(), socket.getInputStream());
      barrier.await();
      begins[index] = System.nanoTime();
      Streams.send(socket.getOutputStream(), size, count);
      if (socket.getInputStream().read() != SliceHeader.STREAM) {
        throw new IOException("the server did not confirm the stream");
      }
      barrier.await();
    } catch (Exception e) {
      Commands.fail(e);
    }
  }
}
