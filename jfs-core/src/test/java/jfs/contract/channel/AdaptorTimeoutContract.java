package jfs.contract.channel;

import static jfs.contract.ExactFailures.assertFails;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.TimeUnit;
import jfs.contract.Background;
import jfs.contract.Bytes;
import org.junit.jupiter.api.Test;

/** SO_TIMEOUT of the socket that a channel looks like. */
class AdaptorTimeoutContract extends ChannelContract {

  private static InputStream timed(ChannelEnds ends, int millis) throws Exception {
    ends.channel.socket().setSoTimeout(millis);
    return ends.channel.socket().getInputStream();
  }

  private static void assertTimesOut(InputStream in) {
    assertFails(SocketTimeoutException.class, "Read timed out", () -> in.read());
  }

  @Test
  void readTimesOutNotTooEarlyAndTheChannelIsUsable() throws Exception {
    try (ChannelEnds ends = connect()) {
      InputStream in = timed(ends, 20);
      long start = System.nanoTime();
      assertTimesOut(in);
      assertTrue(System.nanoTime() - start >= TimeUnit.MILLISECONDS.toNanos(18));
      assertTimesOut(in);
      ends.channel.socket().setSoTimeout(60_000);
      ends.peer.send((byte) 1, (byte) 2);
      assertEquals(1, in.read());
      assertEquals(2, Buffers.read(ends.channel, 1)[0]);
      ends.channel.socket().getOutputStream().write(3);
      assertEquals(3, ends.peer.receive(1)[0]);
    }
  }

  @Test
  void noByteIsLostByATimeout() throws Exception {
    byte[] sent = Bytes.pattern(300);
    try (ChannelEnds ends = connect()) {
      InputStream in = timed(ends, 1);
      Background<Void> sender =
          Background.running(
              () -> {
                for (byte b : sent) {
                  ends.peer.send(b);
                }
              });
      byte[] received = new byte[sent.length];
      int n = 0;
      while (n < sent.length) {
        try {
          n += in.read(received, n, sent.length - n);
        } catch (SocketTimeoutException e) {
          assertEquals("Read timed out", e.getMessage());
        }
      }
      sender.get();
      assertArrayEquals(sent, received);
    }
  }

  @Test
  void bytesEndATimedRead() throws Exception {
    try (ChannelEnds ends = connect()) {
      InputStream in = timed(ends, 60_000);
      Background<Integer> reader = Background.of(() -> in.read()).awaitBlockedIn("read");
      ends.peer.send((byte) 5);
      assertEquals(5, reader.get());
    }
  }

  @Test
  void endOfFileAndResetEndATimedRead() throws Exception {
    try (ChannelEnds ends = connect()) {
      InputStream in = timed(ends, 60_000);
      Background<Integer> reader = Background.of(() -> in.read()).awaitBlockedIn("read");
      ends.peer.shutdownOutput();
      assertEquals(-1, reader.get());
    }
    try (ChannelEnds ends = connect()) {
      InputStream in = timed(ends, 60_000);
      Background<Integer> reader = Background.of(() -> in.read()).awaitBlockedIn("read");
      ends.peer.reset();
      assertFails(SocketException.class, "Connection reset", reader::get);
    }
  }

  @Test
  void closeAndShutdownInputEndATimedRead() throws Exception {
    try (ChannelEnds ends = connect()) {
      InputStream in = timed(ends, 60_000);
      Background<Integer> reader = Background.of(() -> in.read()).awaitBlockedIn("read");
      ends.channel.close();
      assertThrowsExactly(AsynchronousCloseException.class, reader::get);
    }
    try (ChannelEnds ends = connect()) {
      InputStream in = timed(ends, 60_000);
      Background<Integer> reader = Background.of(() -> in.read()).awaitBlockedIn("read");
      ends.channel.shutdownInput();
      assertEquals(-1, reader.get());
    }
  }

  @Test
  void readsOfTheChannelItselfDoNotTimeOut() throws Exception {
    try (ChannelEnds ends = connect()) {
      timed(ends, 1);
      Background<Integer> reader =
          Background.of(() -> ends.channel.read(ByteBuffer.allocate(1)))
              .assertStaysBlockedIn("read");
      ends.peer.send((byte) 1);
      assertEquals(1, reader.get());
    }
  }

  @Test
  void selectsDoNotTimeOutAndATimedReadFollows() throws Exception {
    try (ChannelEnds ends = connect();
        Selector selector = openSelector()) {
      InputStream in = timed(ends, 1);
      assertTimesOut(in);
      ends.channel.configureBlocking(false);
      SelectionKey key = ends.channel.register(selector, SelectionKey.OP_READ);
      assertEquals(0, selector.selectNow());
      ends.peer.send((byte) 1);
      assertEquals(1, Background.of(() -> selector.select()).get());
      key.cancel();
      selector.selectNow();
      ends.channel.configureBlocking(true);
      assertEquals(1, in.read());
      assertTimesOut(in);
    }
  }

  @Test
  void badTimeoutsAreRefused() throws Exception {
    try (ChannelEnds ends = connect()) {
      assertEquals(0, ends.channel.socket().getSoTimeout());
      assertThrows(IllegalArgumentException.class, () -> ends.channel.socket().setSoTimeout(-1));
      ends.channel.socket().setSoTimeout(77);
      assertEquals(77, ends.channel.socket().getSoTimeout());
      ends.channel.close();
      assertFails(
          SocketException.class, "Socket is closed", () -> ends.channel.socket().setSoTimeout(1));
    }
  }
}
