package jfs.bench.program;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import jfs.bench.child.CpuTime;
import jfs.bench.child.Samples;

/** Channels of one selector, of which one thread asks for echoes; one at a time on each. */
final class EchoingChannels {

  private final Selector selector = Selector.open();
  private final List<One> all = new ArrayList<>();

  EchoingChannels() throws IOException {}

  void add(SocketChannel channel) throws IOException {
    One one = new One(channel);
    one.key = channel.register(selector, SelectionKey.OP_READ, one);
    all.add(one);
  }

  /** Times so many echoes on the first of the channels, each from when it was asked for. */
  String echo(int active, int size, int count) throws IOException {
    byte[] message = new byte[size];
    new Random(20051).nextBytes(message);
    int most = Math.min(active, count);
    Samples samples = new Samples(count);
    long cpu = CpuTime.nanos();
    samples.begin();
    int asked = 0;
    for (One one : all.subList(0, most)) {
      one.begin(message);
      one.ask(asked++);
    }
    for (int done = 0; done < count; ) {
      selector.select();
      for (SelectionKey key : selector.selectedKeys()) {
        One one = (One) key.attachment();
        if (one.isDone()) {
          samples.resume(one.since);
          samples.lap();
          done++;
          if (asked < count) {
            one.ask(asked++);
          }
        }
      }
      selector.selectedKeys().clear();
    }
    cpu = CpuTime.nanos() - cpu;
    for (One one : all.subList(0, most)) {
      one.check();
    }
    return samples.answer(cpu);
  }

  private static final class One {
    private final SocketChannel channel;
    private SelectionKey key;
    private ByteBuffer sent;
    private ByteBuffer received;

    /** Whether an echo was asked for that has not come. */
    private boolean asked;

    /** When the echo was asked for. */
    private long since;

    One(SocketChannel channel) {
      this.channel = channel;
    }

    void begin(byte[] message) {
      if (sent == null || sent.capacity() != message.length) {
        sent = ByteBuffer.allocateDirect(message.length);
        received = ByteBuffer.allocateDirect(message.length);
      }
      sent.clear().put(message);
    }

    void ask(int number) throws IOException {
      sent.clear().put(0, (byte) number); // so that an echo of another message shows
      received.clear();
      asked = true;
      since = System.nanoTime();
      write();
    }

    private void write() throws IOException {
      channel.write(sent);
      int wanted = SelectionKey.OP_READ | (sent.hasRemaining() ? SelectionKey.OP_WRITE : 0);
      if (key.interestOps() != wanted) {
        key.interestOps(wanted);
      }
    }

    /** Goes on where it can; whether the whole echo has come. */
    boolean isDone() throws IOException {
      if (!asked) {
        throw new IOException("a channel was selected on which nothing is due");
      }
      if (sent.hasRemaining()) {
        write();
      }
      if (channel.read(received) < 0) {
        throw new EOFException("amid an echo");
      }
      if (received.hasRemaining()) {
        return false;
      }
      if (received.get(0) != sent.get(0)) {
        throw new IOException("an echo is of another message");
      }
      asked = false;
      return true;
    }

    /** The last echo, whole. */
    void check() throws IOException {
      if (!received.flip().equals(sent.clear())) {
        throw new IOException("an echo of " + sent.capacity() + " bytes came back changed");
      }
    }
  }
}
