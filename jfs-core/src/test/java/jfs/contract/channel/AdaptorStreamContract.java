package jfs.contract.channel;

import static jfs.contract.ExactFailures.assertFails;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.IllegalBlockingModeException;
import jfs.contract.Background;
import jfs.contract.Bytes;
import org.junit.jupiter.api.Test;

/** The streams of the socket that a channel looks like. */
class AdaptorStreamContract extends ChannelContract {

  private static InputStream in(ChannelEnds ends) throws IOException {
    return ends.channel.socket().getInputStream();
  }

  private static OutputStream out(ChannelEnds ends) throws IOException {
    return ends.channel.socket().getOutputStream();
  }

  @Test
  void bytesComeAndGo() throws Exception {
    byte[] sent = Bytes.pattern(100_000);
    try (ChannelEnds ends = connect()) {
      out(ends).write(65);
      assertEquals(65, ends.peer.receive(1)[0]);
      out(ends).write(sent, 10, 20);
      byte[] part = ends.peer.receive(20);
      assertEquals(sent[10], part[0]);
      assertEquals(sent[29], part[19]);
      Background<Void> sender = Background.running(() -> ends.peer.send(sent));
      assertArrayEquals(sent, in(ends).readNBytes(sent.length));
      sender.get();
    }
  }

  @Test
  void streamAndChannelTakeTurns() throws Exception {
    try (ChannelEnds ends = connect()) {
      ends.peer.send((byte) 1, (byte) 2, (byte) 3, (byte) 4);
      assertEquals(1, in(ends).read());
      assertEquals(2, Buffers.read(ends.channel, 1)[0]);
      assertEquals(3, in(ends).read());
      assertEquals(4, Buffers.read(ends.channel, 1)[0]);
      out(ends).write(5);
      ends.channel.write(Buffers.heap((byte) 6));
      out(ends).write(7);
      assertArrayEquals(new byte[] {5, 6, 7}, ends.peer.receive(3));
    }
  }

  @Test
  void hugeWriteIsTakenWhole() throws Exception {
    byte[] huge = Bytes.pattern(Bytes.MORE_THAN_ROOM);
    try (ChannelEnds ends = connect()) {
      Background<Void> writer =
          Background.running(() -> out(ends).write(huge)).awaitBlockedIn("write");
      assertArrayEquals(huge, ends.peer.receive(huge.length));
      writer.get();
    }
  }

  @Test
  void endOfFile() throws Exception {
    try (ChannelEnds ends = connect()) {
      ends.peer.send((byte) 1);
      ends.peer.shutdownOutput();
      assertEquals(1, in(ends).read());
      for (int i = 0; i < 3; i++) {
        assertEquals(-1, in(ends).read());
        assertEquals(-1, in(ends).read(new byte[5]));
      }
    }
  }

  @Test
  void emptyReadDoesNotBlock() throws Exception {
    try (ChannelEnds ends = connect()) {
      assertEquals(0, Background.of(() -> in(ends).read(new byte[0])).get());
    }
  }

  @Test
  void availableCountsWhatIsThere() throws Exception {
    try (ChannelEnds ends = connect()) {
      InputStream in = in(ends);
      assertEquals(0, in.available());
      ends.peer.send(Bytes.pattern(300));
      Bytes.awaitAvailable(in, 300);
      assertEquals(300, in.available());
      Buffers.read(ends.channel, 100);
      assertEquals(200, in.available());
      in.readNBytes(200);
      assertEquals(0, in.available());
    }
  }

  @Test
  void availableWorksInNonBlockingMode() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking()) {
      ends.peer.send((byte) 1, (byte) 2);
      Bytes.awaitAvailable(in(ends), 2);
      assertEquals(2, in(ends).available());
    }
  }

  @Test
  void nothingIsAvailableAfterShutdownInput() throws Exception {
    try (ChannelEnds ends = connect()) {
      InputStream in = in(ends);
      ends.peer.send((byte) 1);
      Bytes.awaitAvailable(in, 1);
      ends.channel.shutdownInput();
      assertEquals(0, in.available());
      assertEquals(-1, in.read());
      assertFails(SocketException.class, "Socket input is shutdown", () -> in(ends));
    }
  }

  @Test
  void streamsAreOfNoUseInNonBlockingMode() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking()) {
      InputStream in = in(ends);
      OutputStream out = out(ends);
      ends.peer.send((byte) 1);
      assertThrowsExactly(IllegalBlockingModeException.class, () -> in.read());
      assertThrowsExactly(IllegalBlockingModeException.class, () -> in.read(new byte[1]));
      assertThrowsExactly(IllegalBlockingModeException.class, () -> out.write(1));
      ends.channel.configureBlocking(true);
      assertEquals(1, in.read());
      out.write(2);
      assertEquals(2, ends.peer.receive(1)[0]);
    }
  }

  @Test
  void writeAfterShutdownOutput() throws Exception {
    try (ChannelEnds ends = connect()) {
      OutputStream out = out(ends);
      ends.channel.socket().shutdownOutput();
      assertThrows(ClosedChannelException.class, () -> out.write(1));
      assertFails(SocketException.class, "Socket output is shutdown", () -> out(ends));
      assertEquals(0, ends.peer.receive(1).length);
    }
  }

  @Test
  void closingAStreamClosesTheChannel() throws Exception {
    try (ChannelEnds ends = connect()) {
      out(ends).close();
      assertEquals(false, ends.channel.isOpen());
      assertEquals(0, ends.peer.receive(1).length);
      assertFails(SocketException.class, "Socket is closed", () -> in(ends));
      assertFails(SocketException.class, "Socket is closed", () -> out(ends));
    }
  }

  @Test
  void closeOfTheChannelEndsABlockedRead() throws Exception {
    try (ChannelEnds ends = connect()) {
      Background<Integer> reader = Background.of(() -> in(ends).read()).awaitBlockedIn("read");
      ends.channel.close();
      assertThrowsExactly(AsynchronousCloseException.class, reader::get);
    }
  }

  @Test
  void writeAfterTheCloseOfTheChannel() throws Exception {
    try (ChannelEnds ends = connect()) {
      OutputStream out = out(ends);
      ends.channel.close();
      assertThrowsExactly(ClosedChannelException.class, () -> out.write(1));
      assertThrowsExactly(ClosedChannelException.class, () -> out.write(new byte[15], 10, 5));
    }
  }

  @Test
  void closeOfTheChannelEndsABlockedWrite() throws Exception {
    try (ChannelEnds ends = connect()) {
      byte[] huge = Bytes.pattern(Bytes.MORE_THAN_ROOM);
      Background<Void> writer =
          Background.running(() -> out(ends).write(huge)).awaitBlockedIn("write");
      ends.channel.close();
      assertThrowsExactly(AsynchronousCloseException.class, writer::get);
    }
  }

  @Test
  void blockedReadSeesTheReset() throws Exception {
    try (ChannelEnds ends = connect()) {
      Background<Integer> reader = Background.of(() -> in(ends).read()).awaitBlockedIn("read");
      ends.peer.reset();
      assertFails(SocketException.class, "Connection reset", reader::get);
    }
  }
}
