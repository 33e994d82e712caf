package jfs.contract.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedChannelException;
import jfs.contract.Background;
import jfs.contract.Bytes;
import org.junit.jupiter.api.Test;

/** Channels that are closed while another thread is blocked on them. */
class AsynchronousCloseContract extends ChannelContract {

  private static final byte[] HUGE = Bytes.pattern(Bytes.MORE_THAN_ROOM);

  private static Background<Integer> blockedReader(ChannelEnds ends) throws Exception {
    return Background.of(() -> ends.channel.read(ByteBuffer.allocate(1))).awaitBlockedIn("read");
  }

  @Test
  void blockedReadFails() throws Exception {
    try (ChannelEnds ends = connect()) {
      Background<Integer> reader = blockedReader(ends);
      ends.channel.close();
      assertThrowsExactly(AsynchronousCloseException.class, reader::get);
      assertEquals(0, ends.peer.receive(1).length);
    }
  }

  @Test
  void blockedScatteringReadFails() throws Exception {
    try (ChannelEnds ends = connect()) {
      Background<Long> reader =
          Background.of(() -> ends.channel.read(new ByteBuffer[] {ByteBuffer.allocateDirect(1)}))
              .awaitBlockedIn("read");
      ends.channel.close();
      assertThrowsExactly(AsynchronousCloseException.class, reader::get);
    }
  }

  @Test
  void blockedWriteFails() throws Exception {
    try (ChannelEnds ends = connect()) {
      ByteBuffer from = ByteBuffer.wrap(HUGE);
      Background<Void> writer =
          Background.running(() -> Buffers.writeFully(ends.channel, from)).awaitBlockedIn("write");
      ends.channel.close();
      // A write that has taken some bytes may return their number; the next one says it.
      assertThrows(ClosedChannelException.class, writer::get);
    }
  }

  @Test
  void everyReaderAndWriterFails() throws Exception {
    try (ChannelEnds ends = connect()) {
      Background<Integer> first = blockedReader(ends);
      Background<Integer> second = blockedReader(ends);
      Background<Void> writer =
          Background.running(() -> Buffers.writeFully(ends.channel, ByteBuffer.wrap(HUGE)))
              .awaitBlockedIn("write");
      ends.channel.close();
      assertThrowsExactly(AsynchronousCloseException.class, first::get);
      // The second one had not begun: it waited for the first.
      assertThrowsExactly(ClosedChannelException.class, second::get);
      assertThrows(ClosedChannelException.class, writer::get);
    }
  }

  @Test
  void closeByTheAdaptorFailsABlockedRead() throws Exception {
    try (ChannelEnds ends = connect()) {
      Background<Integer> reader = blockedReader(ends);
      ends.channel.socket().close();
      assertThrowsExactly(AsynchronousCloseException.class, reader::get);
    }
  }

  @Test
  void severalThreadsClose() throws Exception {
    try (ChannelEnds ends = connect()) {
      Background<Integer> reader = blockedReader(ends);
      Background<Void> first = Background.running(ends.channel::close);
      Background<Void> second = Background.running(ends.channel::close);
      first.get();
      second.get();
      assertThrowsExactly(AsynchronousCloseException.class, reader::get);
      assertFalse(ends.channel.isOpen());
    }
  }

  @Test
  void closeOfThePeerEndsABlockedReadByTheEndOfFile() throws Exception {
    try (ChannelEnds ends = connect()) {
      Background<Integer> reader = blockedReader(ends);
      ends.peer.close();
      assertEquals(-1, reader.get());
    }
  }
}
