package jfs.contract.channel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jfs.contract.Background;
import jfs.contract.Bytes;
import org.junit.jupiter.api.Test;

/** Several threads at one channel. */
class ConcurrentChannelContract extends ChannelContract {

  private static final int THREADS = 4;

  @Test
  void readersShareTheBytes() throws Exception {
    byte[] sent = new byte[Bytes.MEBI];
    try (ChannelEnds ends = connect()) {
      List<Background<Long>> readers = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        readers.add(Background.of(() -> countToTheEnd(ends)));
      }
      ends.peer.send(sent);
      ends.peer.shutdownOutput();
      long total = 0;
      for (Background<Long> reader : readers) {
        total += reader.get();
      }
      assertEquals(sent.length, total);
    }
  }

  private static long countToTheEnd(ChannelEnds ends) throws IOException {
    ByteBuffer into = ByteBuffer.allocate(1000);
    long total = 0;
    for (int n = ends.channel.read(into); n >= 0; n = ends.channel.read(into.clear())) {
      total += n;
    }
    return total;
  }

  @Test
  void blockedReadersTakeTurns() throws Exception {
    try (ChannelEnds ends = connect()) {
      List<Background<Byte>> readers = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        readers.add(Background.of(() -> Buffers.read(ends.channel, 1)[0]).awaitBlockedIn("read"));
      }
      int sum = 0;
      for (int i = 1; i <= THREADS; i++) {
        ends.peer.send((byte) i);
      }
      for (Background<Byte> reader : readers) {
        sum += reader.get();
      }
      assertEquals(THREADS * (THREADS + 1) / 2, sum);
    }
  }

  @Test
  void aReadIsNotTornByOthers() throws Exception {
    int messages = 2000;
    try (ChannelEnds ends = connect()) {
      List<Background<Integer>> readers = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        readers.add(Background.of(() -> readAscending(ends)));
      }
      for (int i = 0; i < messages; i++) {
        ends.peer.send((byte) i);
      }
      ends.peer.shutdownOutput();
      int total = 0;
      for (Background<Integer> reader : readers) {
        total += reader.get();
      }
      assertEquals(messages, total);
    }
  }

  /** Reads to the end: within each read, the bytes must be neighbours. */
  private static int readAscending(ChannelEnds ends) throws IOException {
    int total = 0;
    ByteBuffer into = ByteBuffer.allocate(64);
    for (int n = ends.channel.read(into); n >= 0; n = ends.channel.read(into.clear())) {
      for (int i = 1; i < n; i++) {
        assertEquals((byte) (into.get(i - 1) + 1), into.get(i));
      }
      total += n;
    }
    return total;
  }

  @Test
  void writesAreNotMixed() throws Exception {
    int length = 5000;
    int each = 40;
    try (ChannelEnds ends = connect()) {
      List<Background<Void>> writers = new ArrayList<>();
      for (byte thread = 0; thread < THREADS; thread++) {
        byte[] message = new byte[length];
        Arrays.fill(message, thread);
        writers.add(
            Background.running(
                () -> {
                  for (int i = 0; i < each; i++) {
                    assertEquals(length, ends.channel.write(ByteBuffer.wrap(message)));
                  }
                }));
      }
      int[] counts = new int[THREADS];
      for (int i = 0; i < THREADS * each; i++) {
        byte[] received = ends.peer.receive(length);
        byte[] expected = new byte[length];
        Arrays.fill(expected, received[0]);
        assertArrayEquals(expected, received);
        counts[received[0]]++;
      }
      assertArrayEquals(new int[] {each, each, each, each}, counts);
      for (Background<Void> writer : writers) {
        writer.get();
      }
    }
  }

  @Test
  void oneReadsWhileOneWrites() throws Exception {
    byte[] sent = Bytes.pattern(2 * Bytes.MEBI);
    try (ChannelEnds ends = connect()) {
      Background<Void> echo =
          Background.running(
              () -> {
                for (int left = sent.length; left > 0; left -= 1024) {
                  ends.peer.send(ends.peer.receive(1024));
                }
              });
      Background<byte[]> reader = Background.of(() -> Buffers.read(ends.channel, sent.length));
      Background<Void> writer =
          Background.running(() -> Buffers.writeFully(ends.channel, ByteBuffer.wrap(sent)));
      writer.get();
      echo.get();
      assertArrayEquals(sent, reader.get());
    }
  }

  @Test
  void aBlockedReaderDoesNotHoldUpWriters() throws Exception {
    try (ChannelEnds ends = connect()) {
      Background<Byte> reader =
          Background.of(() -> Buffers.read(ends.channel, 1)[0]).awaitBlockedIn("read");
      for (byte i = 0; i < 20; i++) {
        ends.channel.write(Buffers.heap(i));
        assertEquals(i, ends.peer.receive(1)[0]);
      }
      ends.channel.shutdownOutput();
      ends.peer.send((byte) 3);
      assertEquals((byte) 3, reader.get());
    }
  }
}
