package jfs.bench.program;

import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps connections to a {@link ConnectionsServer} open.
 *
 * <p>Argument: the server's port. Commands: {@code busy CONNECTIONS COUNT}: opens what is missing,
 * and times echoes on one connection after the other; {@code idle CONNECTIONS COUNT}: does nothing
 * for so many milliseconds; {@code memory}.
 */
public final class ConnectionsClient {

  private final int port;
  private final List<Socket> sockets = new ArrayList<>();
  private final byte[] message = new byte[ConnectionsServer.MESSAGE_BYTES];
  private int turn;

  private ConnectionsClient(int port) {
    this.port = port;
  }

  public static void main(String[] args) throws Exception {
    Commands commands = Commands.open();
    ConnectionsClient client = new ConnectionsClient(Integer.parseInt(args[0]));
    Commands.answer("ready=1");
    try {
      for (; ; ) {
        String[] command = commands.next();
        Commands.answer(
            switch (command[0]) {
              case "memory" -> "memory=" + Memory.bytes();
              case "idle" -> idle(Integer.parseInt(command[2]));
              default -> client.busy(Integer.parseInt(command[1]), Integer.parseInt(command[2]));
            });
      }
    } catch (IOException | RuntimeException e) {
      Commands.fail(e);
    }
  }

  private static String idle(int millis) throws InterruptedException {
    long cpu = CpuTime.nanos();
    long begin = System.nanoTime();
    Thread.sleep(millis);
    long elapsed = System.nanoTime() - begin;
    return "count=" + millis + " elapsed=" + elapsed + " cpu=" + (CpuTime.nanos() - cpu);
  }

  private String busy(int connections, int count) throws IOException {
    while (sockets.size() < connections) {
      sockets.add(Hosts.connect(port));
      // One after the other: the listener's queue is not to overflow.
      echo(sockets.size() - 1);
    }
    Samples samples = new Samples(count);
    long cpu = CpuTime.nanos();
    samples.begin();
    for (int i = 0; i < count; i++) {
      turn = (turn + 1) % sockets.size();
      echo(turn);
      samples.lap();
    }
    return samples.answer(CpuTime.nanos() - cpu);
  }

  private void echo(int index) throws IOException {
    Socket socket = sockets.get(index);
    byte mark = (byte) index;
    message[0] = mark;
    socket.getOutputStream().write(message);
    message[0] = (byte) ~mark;
    if (socket.getInputStream().readNBytes(message, 0, message.length) < message.length) {
      throw new EOFException("connection " + index);
    }
    if (message[0] != mark) {
      throw new IOException("connection " + index + ": an echo of another message");
    }
  }
}
