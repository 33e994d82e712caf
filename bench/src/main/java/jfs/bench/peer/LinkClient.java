package jfs.bench.peer;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import jfs.bench.child.CpuTime;
import jfs.bench.child.Pace;
import jfs.bench.child.Samples;
import jfs.bench.program.SliceHeader;

/** What the ping-pong client does, over a link. */
final class LinkClient implements Peer.Timing {

  private final Link link;
  private final Random random = new Random(20051);

  LinkClient(Link link) {
    this.link = link;
  }

  @Override
  public String echo(int size, int count, long paceNanos) throws IOException {
    ByteBuffer sent = message(size);
    ByteBuffer received = link.allocate(size);
    Samples samples = new Samples(count);
    begin(new SliceHeader(SliceHeader.ECHO, size, count));
    long cpu = CpuTime.nanos();
    samples.begin();
    Pace pace = new Pace(paceNanos);
    for (int i = 0; i < count; i++) {
      pace.await(samples);
      sent.put(0, (byte) i); // so that an echo of another message shows
      link.write(sent.clear());
      if (!link.read(received.clear())) {
        throw new EOFException("in echo " + i);
      }
      if (received.get(0) != (byte) i) {
        throw new IOException("echo " + i + " is of another message");
      }
      samples.lap();
    }
    cpu = CpuTime.nanos() - cpu;
    if (!sent.clear().equals(received.clear())) {
      throw new IOException("an echo of " + size + " bytes came back changed");
    }
    return samples.answer(cpu);
  }

  @Override
  public String stream(int size, int count) throws IOException {
    ByteBuffer sent = message(size);
    begin(new SliceHeader(SliceHeader.STREAM, size, count));
    long cpu = CpuTime.nanos();
    long begin = System.nanoTime();
    for (int i = 0; i < count; i++) {
      link.write(sent.clear());
    }
    confirm(SliceHeader.STREAM);
    long elapsed = System.nanoTime() - begin;
    cpu = CpuTime.nanos() - cpu;
    return "count=" + count + " elapsed=" + elapsed + " cpu=" + cpu;
  }

  private ByteBuffer message(int size) {
    byte[] bytes = new byte[size];
    random.nextBytes(bytes);
    return link.allocate(size).put(bytes);
  }

  private void begin(SliceHeader header) throws IOException {
    link.write(link.allocate(SliceHeader.BYTES).put(header.encoded()).flip());
    confirm(header.operation());
  }

  private void confirm(int operation) throws IOException {
    ByteBuffer answer = link.allocate(1);
    if (!link.read(answer) || answer.get(0) != operation) {
      throw new IOException("not the server's answer to " + operation);
    }
  }
}
