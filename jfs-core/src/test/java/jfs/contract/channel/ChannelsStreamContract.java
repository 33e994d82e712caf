package jfs.contract.channel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.charset.StandardCharsets;
import jfs.contract.Background;
import jfs.contract.Bytes;
import org.junit.jupiter.api.Test;

/** Streams, readers and writers around a channel, made by {@link Channels}. */
class ChannelsStreamContract extends ChannelContract {

  @Test
  void bytesComeAndGo() throws Exception {
    byte[] sent = Bytes.pattern(100_000);
    try (ChannelEnds ends = connect()) {
      InputStream in = Channels.newInputStream(ends.channel);
      OutputStream out = Channels.newOutputStream(ends.channel);
      out.write(7);
      assertEquals(7, ends.peer.receive(1)[0]);
      Background<Void> sender = Background.running(() -> ends.peer.send(sent));
      assertEquals(sent[0] & 0xff, in.read());
      assertArrayEquals(sent, join(sent[0], in.readNBytes(sent.length - 1)));
      sender.get();
    }
  }

  private static byte[] join(byte first, byte[] rest) {
    byte[] all = new byte[1 + rest.length];
    all[0] = first;
    System.arraycopy(rest, 0, all, 1, rest.length);
    return all;
  }

  @Test
  void hugeWriteIsTakenWhole() throws Exception {
    byte[] huge = Bytes.pattern(Bytes.MORE_THAN_ROOM);
    try (ChannelEnds ends = connect()) {
      OutputStream out = Channels.newOutputStream(ends.channel);
      Background<Void> writer = Background.running(() -> out.write(huge)).awaitBlockedIn("write");
      assertArrayEquals(huge, ends.peer.receive(huge.length));
      writer.get();
    }
  }

  @Test
  void endOfFile() throws Exception {
    try (ChannelEnds ends = connect()) {
      InputStream in = Channels.newInputStream(ends.channel);
      ends.peer.send(Bytes.pattern(10));
      ends.peer.shutdownOutput();
      assertArrayEquals(Bytes.pattern(10), in.readAllBytes());
      assertEquals(-1, in.read());
    }
  }

  @Test
  void transferToAnotherStream() throws Exception {
    byte[] sent = Bytes.pattern(Bytes.MEBI);
    try (ChannelEnds from = connect();
        ChannelEnds to = connect()) {
      Background<Void> sender =
          Background.running(
              () -> {
                from.peer.send(sent);
                from.peer.shutdownOutput();
              });
      Background<Long> copier =
          Background.of(
              () ->
                  Channels.newInputStream(from.channel)
                      .transferTo(Channels.newOutputStream(to.channel)));
      assertArrayEquals(sent, to.peer.receive(sent.length));
      assertEquals(sent.length, copier.get());
      sender.get();
    }
  }

  @Test
  void nonBlockingChannelIsRefusedWhenUsed() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking()) {
      InputStream in = Channels.newInputStream(ends.channel);
      OutputStream out = Channels.newOutputStream(ends.channel);
      ends.peer.send((byte) 1);
      assertThrowsExactly(IllegalBlockingModeException.class, () -> in.read());
      assertThrowsExactly(IllegalBlockingModeException.class, () -> out.write(1));
      ends.channel.configureBlocking(true);
      assertEquals(1, in.read());
    }
  }

  @Test
  void closingAStreamClosesTheChannel() throws Exception {
    try (ChannelEnds ends = connect()) {
      InputStream in = Channels.newInputStream(ends.channel);
      in.close();
      assertFalse(ends.channel.isOpen());
      assertThrows(ClosedChannelException.class, () -> in.read());
      assertEquals(0, ends.peer.receive(1).length);
    }
  }

  @Test
  void closeOfTheChannelEndsABlockedRead() throws Exception {
    try (ChannelEnds ends = connect()) {
      InputStream in = Channels.newInputStream(ends.channel);
      Background<Integer> reader = Background.of(() -> in.read()).awaitBlockedIn("read");
      ends.channel.close();
      assertThrowsExactly(AsynchronousCloseException.class, reader::get);
    }
  }

  @Test
  void readerAndWriter() throws Exception {
    String text = "Grüße, 世界\n";
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try (ChannelEnds ends = connect()) {
      Writer writer = Channels.newWriter(ends.channel, StandardCharsets.UTF_8);
      writer.write(text);
      writer.flush();
      assertArrayEquals(bytes, ends.peer.receive(bytes.length));
      ends.peer.send(bytes);
      ends.peer.shutdownOutput();
      Reader reader = Channels.newReader(ends.channel, StandardCharsets.UTF_8);
      char[] chars = new char[100];
      int n = 0;
      for (int next = reader.read(chars); next >= 0; next = reader.read(chars, n, 100 - n)) {
        n += next;
      }
      assertEquals(text, new String(chars, 0, n));
    }
  }
}
