package jfs.contract.channel;

import static jfs.contract.channel.ProgramArena.closedBuffer;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.util.Arrays;
import jfs.contract.Background;
import jfs.contract.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Buffers whose memory the program frees. No byte is read into memory that is gone. */
class ArenaBufferContract extends ChannelContract {

  private static final byte[] SENT = {1, 2, 3, 4, 5};

  /** As many as are kept at once, and some more. */
  private static final int MANY = 100;

  /** A connection with five bytes that wait to be read. */
  private ChannelEnds connectWithFive() throws Exception {
    ChannelEnds ends = connect();
    ends.peer.send(SENT);
    Bytes.awaitAvailable(ends.channel.socket().getInputStream(), SENT.length);
    return ends;
  }

  private static void assertClosed(Executable operation) {
    assertEquals(
        "Already closed", assertThrows(IllegalStateException.class, operation).getMessage());
  }

  @Test
  void readIntoAnOpenArena() throws Exception {
    ProgramArena arena = new ProgramArena();
    ByteBuffer into = arena.buffer(5);
    try (ChannelEnds ends = connectWithFive()) {
      assertEquals(5, ends.channel.read(into));
      assertArrayEquals(SENT, Buffers.filled(into));
      arena.close();
    }
  }

  @Test
  void readIntoAClosedArena() throws Exception {
    ByteBuffer into = closedBuffer(5);
    try (ChannelEnds ends = connectWithFive()) {
      assertClosed(() -> ends.channel.read(into));
      assertEquals(0, into.position());
      assertArrayEquals(SENT, Buffers.read(ends.channel, 5));
    }
  }

  @Test
  void nonBlockingReadIntoAClosedArena() throws Exception {
    ByteBuffer into = closedBuffer(5);
    try (ChannelEnds ends = connectWithFive().nonBlocking()) {
      assertClosed(() -> ends.channel.read(into));
      assertArrayEquals(SENT, Buffers.read(ends.channel, 5));
    }
  }

  @Test
  void readOfNothingIntoAClosedArenaDoesNotBlock() throws Exception {
    ByteBuffer into = closedBuffer(5);
    try (ChannelEnds ends = connect()) {
      Background<Integer> reader = Background.of(() -> ends.channel.read(into));
      assertClosed(reader::get);
      ends.channel.configureBlocking(false);
      assertClosed(() -> ends.channel.read(into));
    }
  }

  @Test
  void scatteringReadIntoAClosedArena() throws Exception {
    ByteBuffer[] into = {ByteBuffer.allocate(2), ByteBuffer.allocateDirect(1), closedBuffer(5)};
    try (ChannelEnds ends = connectWithFive()) {
      assertClosed(() -> ends.channel.read(into));
      assertEquals(0, into[0].position());
      ends.channel.configureBlocking(false);
      assertClosed(() -> ends.channel.read(into));
      assertArrayEquals(SENT, Buffers.read(ends.channel, 5));
    }
  }

  /** The reader has the memory, as if it were in the kernel. */
  @Test
  void anArenaIsNotClosedUnderABlockedRead() throws Exception {
    ProgramArena arena = new ProgramArena();
    ByteBuffer into = arena.buffer(5);
    try (ChannelEnds ends = connect()) {
      Background<Integer> reader =
          Background.of(() -> ends.channel.read(into)).awaitBlockedIn("read");
      assertThrows(IllegalStateException.class, arena::close);
      ends.peer.send(SENT);
      int n = reader.get();
      assertArrayEquals(Arrays.copyOf(SENT, n), Buffers.filled(into));
      arena.close();
      assertArrayEquals(Arrays.copyOfRange(SENT, n, 5), Buffers.read(ends.channel, 5 - n));
    }
  }

  @Test
  void anArenaIsNotClosedUnderABlockedScatteringRead() throws Exception {
    ProgramArena arena = new ProgramArena();
    ByteBuffer[] into = {ByteBuffer.allocate(1), arena.buffer(1)};
    try (ChannelEnds ends = connect()) {
      Background<Long> reader = Background.of(() -> ends.channel.read(into)).awaitBlockedIn("read");
      assertThrows(IllegalStateException.class, arena::close);
      ends.peer.send((byte) 1);
      assertEquals(1, reader.get());
      arena.close();
    }
  }

  @Test
  void writeFromAClosedArenaSendsNothing() throws Exception {
    ByteBuffer from = closedBuffer(5);
    try (ChannelEnds ends = connect()) {
      assertClosed(() -> ends.channel.write(from));
      ends.channel.configureBlocking(false);
      assertClosed(() -> ends.channel.write(from));
      ends.channel.write(Buffers.heap(SENT));
      assertArrayEquals(SENT, ends.peer.receive(5));
    }
  }

  /** Not even of the buffers before, however many bytes and buffers those are. */
  @Test
  void gatheringWriteFromAClosedArenaSendsNothing() throws Exception {
    ByteBuffer[] from = new ByteBuffer[MANY];
    for (int i = 0; i < MANY; i++) {
      from[i] = i % 10 == 0 ? ByteBuffer.allocate(7000) : ByteBuffer.allocateDirect(7000);
    }
    from[MANY - 1] = closedBuffer(1);
    try (ChannelEnds ends = connect()) {
      assertClosed(() -> ends.channel.write(from));
      assertEquals(0, from[0].position());
      ends.channel.configureBlocking(false);
      assertClosed(() -> ends.channel.write(from));
      ends.channel.write(Buffers.heap(SENT));
      assertArrayEquals(SENT, ends.peer.receive(5));
    }
  }

  @Test
  void anArenaIsNotClosedUnderABlockedWrite() throws Exception {
    ProgramArena arena = new ProgramArena();
    ByteBuffer from = arena.buffer(Bytes.MORE_THAN_ROOM);
    try (ChannelEnds ends = connect()) {
      Background<Void> writer =
          Background.running(() -> Buffers.writeFully(ends.channel, from)).awaitBlockedIn("write");
      assertThrows(IllegalStateException.class, arena::close);
      assertEquals(Bytes.MORE_THAN_ROOM, ends.peer.receive(Bytes.MORE_THAN_ROOM).length);
      writer.get();
      arena.close();
    }
  }

  @Test
  void aWriteOfManyBuffersOfAnArena() throws Exception {
    ProgramArena arena = new ProgramArena();
    byte[] sent = Bytes.pattern(MANY);
    ByteBuffer[] from = new ByteBuffer[MANY];
    for (int i = 0; i < MANY; i++) {
      from[i] = arena.buffer(1).put(0, sent[i]);
    }
    try (ChannelEnds ends = connect()) {
      assertEquals(MANY, ends.channel.write(from));
      assertArrayEquals(sent, ends.peer.receive(MANY));
      arena.close();
    }
  }

  @Test
  void aReadIntoManyBuffersOfAnArena() throws Exception {
    ProgramArena arena = new ProgramArena();
    ByteBuffer[] into = new ByteBuffer[MANY];
    for (int i = 0; i < MANY; i++) {
      into[i] = arena.buffer(1);
    }
    byte[] sent = Bytes.pattern(MANY);
    try (ChannelEnds ends = connect()) {
      ends.peer.send(sent);
      for (int total = 0; total < MANY; ) {
        total += (int) ends.channel.read(into, total, MANY - total);
      }
    }
    for (int i = 0; i < MANY; i++) {
      assertEquals(sent[i], into[i].get(0));
    }
    arena.close();
  }
}
