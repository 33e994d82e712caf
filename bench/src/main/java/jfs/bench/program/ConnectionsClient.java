package jfs.bench.program;

import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import jfs.bench.child.Client;
import jfs.bench.child.CpuTime;
import jfs.bench.child.Hosts;
import jfs.bench.child.Samples;

/**
 * Keeps connections to a {@link ConnectionsServer} open.
 *
 * <p>Commands: {@code busy CONNECTIONS COUNT}: opens what is missing, and times echoes on one
 * connection after the other; {@code idle CONNECTIONS COUNT}: does nothing for so many
 * milliseconds.
 */
final class ConnectionsClient implements Client {

  private final int port;
  private final List<Socket> sockets = new ArrayList<>();
  private final byte[] message = new byte[ConnectionsServer.MESSAGE_BYTES];
  private int turn;

  ConnectionsClient(int port) {
    this.port = port;
  }

  @Override
  public String answer(String[] command) throws IOException, InterruptedException {
    int count = Integer.parseInt(command[2]);
    return command[0].equals("idle") ? idle(count) : busy(Integer.parseInt(command[1]), count);
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
