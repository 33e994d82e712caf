package jfs.contract.channel.asynchronous;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.zip.CRC32;
import jfs.contract.Background;
import org.junit.jupiter.api.Test;

/** Much, both ways at once, in pieces of random sizes, on many connections of few threads. */
class AsynchronousTransferContract extends AsynchronousContract {

  private static final int MUCH = 6 << 20;
  private static final int LARGEST = 100_000;

  /** Sends random bytes in random pieces; the handler of one write starts the next. */
  private static final class Sender implements CompletionHandler<Integer, ByteBuffer> {

    final Completion<Integer> done = new Completion<>();
    final CRC32 sum = new CRC32();
    private final AsynchronousSocketChannel channel;
    private final Random random;
    private int left;

    Sender(AsynchronousSocketChannel channel, long seed, int bytes) {
      this.channel = channel;
      random = new Random(seed);
      left = bytes;
    }

    void next() {
      byte[] piece = new byte[Math.min(left, 1 + random.nextInt(LARGEST))];
      random.nextBytes(piece);
      sum.update(piece);
      left -= piece.length;
      ByteBuffer from = ByteBuffer.wrap(piece);
      channel.write(from, from, this);
    }

    @Override
    public void completed(Integer result, ByteBuffer from) {
      if (from.hasRemaining()) {
        channel.write(from, from, this);
      } else if (left > 0) {
        next();
      } else {
        done.completed(0, null);
      }
    }

    @Override
    public void failed(Throwable failure, ByteBuffer from) {
      done.failed(failure, null);
    }
  }

  /** Receives up to the end of file, in buffers of random sizes and both kinds. */
  private static final class Receiver implements CompletionHandler<Integer, ByteBuffer> {

    final Completion<Integer> done = new Completion<>();
    final CRC32 sum = new CRC32();
    private final AsynchronousSocketChannel channel;
    private final Random random;
    private int count;

    Receiver(AsynchronousSocketChannel channel, long seed) {
      this.channel = channel;
      random = new Random(seed);
    }

    void next() {
      int size = 1 + random.nextInt(LARGEST);
      ByteBuffer to =
          random.nextBoolean() ? ByteBuffer.allocate(size) : ByteBuffer.allocateDirect(size);
      channel.read(to, to, this);
    }

    @Override
    public void completed(Integer result, ByteBuffer to) {
      if (result < 0) {
        done.completed(count, null);
        return;
      }
      assert result == to.position();
      count += result;
      sum.update(to.flip());
      next();
    }

    @Override
    public void failed(Throwable failure, ByteBuffer to) {
      done.failed(failure, null);
    }
  }

  @Test
  void muchGoesBothWaysAtOnce() throws Exception {
    exchange(1, 1, MUCH);
    exchange(2, 1, MUCH);
  }

  @Test
  void manyConnectionsShareTheirThreads() throws Exception {
    exchange(1, 12, MUCH / 12);
    exchange(3, 12, MUCH / 12);
  }

  private void exchange(int threads, int connections, int bytes) throws Exception {
    AsynchronousChannelGroup group =
        AsynchronousChannelGroup.withFixedThreadPool(threads, Executors.defaultThreadFactory());
    List<AsynchronousEnds> all = new ArrayList<>();
    try {
      List<Sender> senders = new ArrayList<>();
      List<Receiver> receivers = new ArrayList<>();
      List<Background<Long>> received = new ArrayList<>();
      List<Background<Long>> sent = new ArrayList<>();
      for (int i = 0; i < connections; i++) {
        AsynchronousEnds ends = AsynchronousEnds.of(pairing, group);
        all.add(ends);
        senders.add(new Sender(ends.channel, i, bytes));
        receivers.add(new Receiver(ends.channel, i));
        received.add(Background.of(() -> receive(ends, bytes)));
        sent.add(Background.of(() -> send(ends, bytes)));
      }
      senders.forEach(Sender::next);
      receivers.forEach(Receiver::next);
      for (int i = 0; i < connections; i++) {
        senders.get(i).done.get();
        assertEquals(senders.get(i).sum.getValue(), received.get(i).get());
        assertEquals(bytes, receivers.get(i).done.get());
        assertEquals(sent.get(i).get(), receivers.get(i).sum.getValue());
      }
    } finally {
      for (AsynchronousEnds ends : all) {
        ends.close();
      }
      group.shutdownNow();
    }
  }

  private static long receive(AsynchronousEnds ends, int bytes) throws Exception {
    CRC32 sum = new CRC32();
    int left = bytes;
    while (left > 0) {
      byte[] part = ends.peer.receive(Math.min(left, 8192));
      sum.update(part);
      left -= part.length;
    }
    return sum.getValue();
  }

  private static long send(AsynchronousEnds ends, int bytes) throws Exception {
    Random random = new Random(bytes);
    CRC32 sum = new CRC32();
    int left = bytes;
    while (left > 0) {
      byte[] piece = new byte[Math.min(left, 1 + random.nextInt(LARGEST))];
      random.nextBytes(piece);
      sum.update(piece);
      ends.peer.send(piece);
      left -= piece.length;
    }
    ends.peer.shutdownOutput();
    return sum.getValue();
  }
}
