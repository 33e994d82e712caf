package jfs.bench.program;

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import jfs.bench.child.Client;
import jfs.bench.child.Commands;
import jfs.bench.child.CpuTime;
import jfs.bench.child.Hosts;

/**
 * Times messages one way on several connections at once to one {@link IncastServer}, with a thread
 * for each.
 *
 * <p>Command: {@code incast CONNECTIONS SIZE COUNT}; the connections are made by the first one. The
 * slice lasts until the server has all of each.
 */
final class IncastClient implements Client {

  private final int port;

  /** Null before the first command. */
  private Socket[] sockets;

  IncastClient(int port) {
    this.port = port;
  }

  @Override
  public String answer(String[] command) throws Exception {
    if (sockets == null) {
      sockets = connect(Integer.parseInt(command[1]));
    }
    return slice(Integer.parseInt(command[2]), Integer.parseInt(command[3]));
  }

  private Socket[] connect(int connections) throws IOException {
    Socket[] all = new Socket[connections];
    for (int i = 0; i < connections; i++) {
      all[i] = Hosts.connect(port);
    }
    return all;
  }

  private String slice(int size, int count) throws Exception {
    int each = Math.max(1, count / sockets.length);
    long[] begins = new long[sockets.length];
    // By the last thread that comes to it, before any goes on: this one may be told late.
    List<Long> cpu = new ArrayList<>();
    CyclicBarrier barrier = new CyclicBarrier(sockets.length + 1, () -> cpu.add(CpuTime.nanos()));
    for (int i = 0; i < sockets.length; i++) {
      int index = i;
      new Thread(() -> run(sockets[index], size, each, barrier, begins, index), "client-" + i)
          .start();
    }
    barrier.await();
    barrier.await();
    long end = System.nanoTime();
    // Not when this thread was told that they begin: it may be the last to get a processor.
    long begin = Arrays.stream(begins).min().orElse(end);
    return ("count=" + each * sockets.length)
        + (" elapsed=" + (end - begin))
        + (" cpu=" + (cpu.get(1) - cpu.get(0)));
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
