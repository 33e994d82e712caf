package jfs.bench.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import jfs.bench.child.Client;
import jfs.bench.child.CpuTime;
import jfs.bench.child.Hosts;
import jfs.bench.child.Pace;
import jfs.bench.child.Samples;

/**
 * Times echoes of a {@link PingPongServer} that are asked for at a pace: most programs wait longer
 * than they talk, and a transport that spins takes CPU time meanwhile. Command: {@code pace MICROS
 * COUNT}: from one echo's begin to the next one's; 0 for at once.
 */
public final class CpuClient implements Client {

  public static final int MESSAGE_BYTES = 100;

  private final Socket socket;

  CpuClient(int port) throws IOException {
    socket = Hosts.connect(port);
  }

  @Override
  public String answer(String[] command) throws IOException {
    long paceNanos = Long.parseLong(command[1]) * 1000;
    int count = Integer.parseInt(command[2]);
    InputStream in = socket.getInputStream();
    OutputStream out = socket.getOutputStream();
    byte[] message = new byte[MESSAGE_BYTES];
    Samples samples = new Samples(count);
    new SliceHeader(SliceHeader.ECHO, MESSAGE_BYTES, count).send(out, in);
    long cpu = CpuTime.nanos();
    samples.begin();
    Pace pace = new Pace(paceNanos);
    for (int i = 0; i < count; i++) {
      pace.await(samples);
      message[0] = (byte) i;
      out.write(message);
      if (in.readNBytes(message, 0, MESSAGE_BYTES) < MESSAGE_BYTES || message[0] != (byte) i) {
        throw new IOException("echo " + i + " is of another message");
      }
      samples.lap();
    }
    return samples.answer(CpuTime.nanos() - cpu);
  }
}
