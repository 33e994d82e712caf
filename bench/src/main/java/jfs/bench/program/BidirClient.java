package jfs.bench.program;

import java.io.IOException;
import java.net.Socket;
import jfs.bench.child.Client;
import jfs.bench.child.Commands;
import jfs.bench.child.CpuTime;
import jfs.bench.child.Hosts;

/**
 * Times messages both ways at once on one connection to a {@link BidirServer}: a thread sends while
 * another receives as many, at each end. Command: {@code bidir SIZE COUNT}.
 */
final class BidirClient implements Client {

  private final Socket socket;

  BidirClient(int port) throws IOException {
    socket = Hosts.connect(port);
  }

  @Override
  public String answer(String[] command) throws Exception {
    int size = Integer.parseInt(command[1]);
    int count = Integer.parseInt(command[2]);
    new SliceHeader(SliceHeader.BIDIR, size, count)
        .send(socket.getOutputStream(), socket.getInputStream());
    long cpu = CpuTime.nanos();
    long begin = System.nanoTime();
    both(socket, size, count);
    // The server has everything when it says so.
    if (socket.getInputStream().read() != SliceHeader.BIDIR) {
      throw new IOException("the server did not confirm");
    }
    long elapsed = System.nanoTime() - begin;
    cpu = CpuTime.nanos() - cpu;
    return "count=" + count + " elapsed=" + elapsed + " cpu=" + cpu;
  }

  /** Sends and receives at once, and ends when both are done. */
  static void both(Socket socket, int size, int count) throws Exception {
    Thread sender =
        new Thread(
            () -> {
              try {
                Streams.send(socket.getOutputStream(), size, count);
              } catch (IOException e) {
                Commands.fail(e);
              }
            },
            "sender");
    sender.start();
    Streams.receive(socket.getInputStream(), size, count);
    sender.join();
  }
}
