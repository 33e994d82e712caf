package jfs.bench.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Arrays;
import java.util.Random;

/**
 * Times cycles of: connect, send a message, receive its echo, close. To another address each time:
 * with one, most ports would be out of use after a second, and how long the kernel looks for one
 * that is not, from one time to another, would be half of what is measured.
 *
 * <p>Argument: the port of a {@link ConnectServer}. Command: {@code connect COUNT}.
 */
public final class ConnectClient {

  private static long turn;

  private ConnectClient() {}

  public static void main(String[] args) throws Exception {
    Commands commands = Commands.open();
    int port = Integer.parseInt(args[0]);
    Commands.answer("ready=1");
    try {
      for (; ; ) {
        Commands.answer(cycles(port, Integer.parseInt(commands.next()[1])));
      }
    } catch (IOException | RuntimeException e) {
      Commands.fail(e);
    }
  }

  private static String cycles(int port, int count) throws IOException {
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
