package jfs.bench.program;

import java.io.EOFException;
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
 * Times echoes, and one-way streams, on one connection to a {@link PingPongServer}. Commands:
 * {@code echo SIZE COUNT}, {@code stream SIZE COUNT}.
 */
final class PingPongClient implements Client {

  private final InputStream in;
  private final OutputStream out;
  private final Random random = new Random(20051);

  PingPongClient(int port) throws IOException {
    Socket socket = Hosts.connect(port);
    in = socket.getInputStream();
    out = socket.getOutputStream();
  }

  @Override
  public String answer(String[] command) throws IOException {
    int size = Integer.parseInt(command[1]);
    int count = Integer.parseInt(command[2]);
    return command[0].equals("echo") ? echo(size, count) : stream(size, count);
  }

  private String echo(int size, int count) throws IOException {
    byte[] sent = new byte[size];
    byte[] received = new byte[size];
    random.nextBytes(sent);
    Samples samples = new Samples(count);
    new SliceHeader(SliceHeader.ECHO, size, count).send(out, in);
    long cpu = CpuTime.nanos();
    samples.begin();
    for (int i = 0; i < count; i++) {
      sent[0] = (byte) i; // so that an echo of another message shows
      out.write(sent, 0, size);
      if (in.readNBytes(received, 0, size) < size) {
        throw new EOFException("in echo " + i);
      }
      if (received[0] != (byte) i) {
        throw new IOException("echo " + i + " is of another message");
      }
      samples.lap();
    }
    cpu = CpuTime.nanos() - cpu;
    if (!Arrays.equals(sent, received)) {
      throw new IOException("an echo of " + size + " bytes came back changed");
    }
    return samples.answer(cpu);
  }

  /** One-way: the clock stops when the server has said that it has everything. */
  private String stream(int size, int count) throws IOException {
    byte[] sent = new byte[size];
    random.nextBytes(sent);
    new SliceHeader(SliceHeader.STREAM, size, count).send(out, in);
    long cpu = CpuTime.nanos();
    long begin = System.nanoTime();
    for (int i = 0; i < count; i++) {
      out.write(sent, 0, size);
    }
    if (in.read() != SliceHeader.STREAM) {
      throw new IOException("the server did not confirm the stream");
    }
    long elapsed = System.nanoTime() - begin;
    cpu = CpuTime.nanos() - cpu;
    return "count=" + count + " elapsed=" + elapsed + " cpu=" + cpu;
  }
}
