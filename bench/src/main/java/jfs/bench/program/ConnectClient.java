package jfs.bench.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Arrays;
import java.util.Random;
import jfs.bench.child.Client;
import jfs.bench.child.CpuTime;
import jfs.bench.child.Hosts;
import jfs.bench.child.Samples;

/**
 * Times cycles of: connect, send a message, receive its echo, close. To another address each time:
 * with one, most ports would be out of use after a second, and how long the kernel looks for one
 * that is not, from one time to another, would be half of what is measured. Command: {@code connect
 * COUNT}.
 */
final class ConnectClient implements Client {

  private final int port;
  private long turn;

  /** For the port of a {@link ConnectServer}. */
  ConnectClient(int port) {
    this.port = port;
  }

  @Override
  public String answer(String[] command) throws IOException {
    int count = Integer.parseInt(command[1]);
    byte[] sent = new byte[ConnectServer.MESSAGE_BYTES];
    byte[] received = new byte[ConnectServer.MESSAGE_BYTES];
    new Random(count).nextBytes(sent);
    Samples samples = new Samples(count);
    long cpu = CpuTime.nanos();
    samples.begin();
    for (int i = 0; i < count; i++) {
      sent[0] = (byte) i;
      try (Socket socket = Hosts.connect(Hosts.server(turn++), port)) {
        InputStream in = socket.getInputStream();
        OutputStream out = socket.getOutputStream();
        out.write(sent);
        in.readNBytes(received, 0, received.length);
      }
      if (!Arrays.equals(sent, received)) {
        throw new IOException("connection " + i + ": not the echo of what was sent");
      }
      samples.lap();
    }
    return samples.answer(CpuTime.nanos() - cpu);
  }
}
