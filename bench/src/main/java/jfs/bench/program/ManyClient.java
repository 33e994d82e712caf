package jfs.bench.program;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.CyclicBarrier;
import jfs.bench.child.Client;
import jfs.bench.child.Commands;
import jfs.bench.child.CpuTime;
import jfs.bench.child.Hosts;
import jfs.bench.child.Samples;

/**
 * Times echoes on several connections to a {@link ManyServer} at once, with a thread for each.
 *
 * <p>Command: {@code many CONNECTIONS COUNT}; the connections are made by the first one. Each
 * connection does its share of the echoes, so the slice lasts as long as the slowest.
 */
final class ManyClient implements Client {

  private final int port;

  /** Null before the first command. */
  private Socket[] sockets;

  ManyClient(int port) {
    this.port = port;
  }

  @Override
  public String answer(String[] command) throws Exception {
    if (sockets == null) {
      sockets = connect(Integer.parseInt(command[1]));
    }
    return slice(Integer.parseInt(command[2]));
  }

  private Socket[] connect(int connections) throws IOException {
    Socket[] all = new Socket[connections];
    for (int i = 0; i < connections; i++) {
      all[i] = Hosts.connect(port);
    }
    return all;
  }

  private String slice(int count) throws Exception {
    int each = Math.max(1, count / sockets.length);
    Samples[] samples = new Samples[sockets.length];
    CyclicBarrier barrier = new CyclicBarrier(sockets.length + 1);
    for (int i = 0; i < sockets.length; i++) {
      Samples own = new Samples(each);
      Socket socket = sockets[i];
      samples[i] = own;
      new Thread(() -> run(socket, each, own, barrier), "client-" + i).start();
    }
    long cpu = CpuTime.nanos();
    barrier.await();
    barrier.await();
    return Samples.together(samples, CpuTime.nanos() - cpu);
  }

  private static void run(Socket socket, int count, Samples samples, CyclicBarrier barrier) {
    byte[] sent = new byte[ManyServer.MESSAGE_BYTES];
    byte[] received = new byte[ManyServer.MESSAGE_BYTES];
    try {
      InputStream in = socket.getInputStream();
      OutputStream out = socket.getOutputStream();
      barrier.await();
      samples.begin();
      for (int i = 0; i < count; i++) {
        sent[0] = (byte) i;
        out.write(sent);
        if (in.readNBytes(received, 0, received.length) < received.length) {
          throw new EOFException("in echo " + i);
        }
        if (received[0] != (byte) i) {
          throw new IOException("echo " + i + " is of another message");
        }
        samples.lap();
      }
      barrier.await();
    } catch (Exception e) {
      Commands.fail(e);
    }
  }
}
