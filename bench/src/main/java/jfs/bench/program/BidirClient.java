package jfs.bench.program;

import java.io.IOException;
import java.net.Socket;

/**
 * Times messages both ways at once on one connection to a {@link BidirServer}: a thread sends while
 * another receives as many, at each end.
 *
 * <p>Argument: the server's port. Command: {@code bidir SIZE COUNT}.
 */
public final class BidirClient {

  private BidirClient() {}

  public static void main(String[] args) throws Exception {
    Commands commands = Commands.open();
    try (Socket socket = Hosts.connect(Integer.parseInt(args[0]))) {
      Commands.answer("ready=1");
      for (; ; ) {
        String[] command = commands.next();
        Commands.answer(slice(socket, Integer.parseInt(command[1]), Integer.parseInt(command[2])));
      }
    } catch (IOException | RuntimeException e) {
      Commands.fail(e);
    }
  }

  private static String slice(Socket socket, int size, int count) throws Exception {
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
