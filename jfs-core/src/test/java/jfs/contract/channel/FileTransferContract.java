package jfs.contract.channel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.NotYetConnectedException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import jfs.contract.Background;
import jfs.contract.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that the JDK sends from, or receives into, without a buffer of the program's. */
class FileTransferContract extends ChannelContract {

  private static final byte[] HUGE = Bytes.pattern(Bytes.MORE_THAN_ROOM);

  /**
   * Earlier JDKs send from a file behind the channel's back: they only find what the kernel says.
   */
  private static final boolean ENDS_TRANSFERS = Runtime.version().feature() >= 22;

  @TempDir Path folder;

  private FileChannel fileWith(byte[] contents) throws IOException {
    Path file = folder.resolve("contents");
    Files.write(file, contents);
    return FileChannel.open(file, StandardOpenOption.READ);
  }

  private FileChannel emptyFile() throws IOException {
    return FileChannel.open(
        folder.resolve("received"),
        StandardOpenOption.CREATE,
        StandardOpenOption.READ,
        StandardOpenOption.WRITE);
  }

  private byte[] received() throws IOException {
    return Files.readAllBytes(folder.resolve("received"));
  }

  /** Transfers all of a file from a position on. */
  private static void transferAll(FileChannel file, long from, SocketChannel to)
      throws IOException {
    long position = from;
    while (position < file.size()) {
      position += file.transferTo(position, file.size() - position, to);
    }
  }

  @Test
  void smallFileIsSent() throws Exception {
    byte[] contents = Bytes.pattern(1000);
    try (ChannelEnds ends = connect();
        FileChannel file = fileWith(contents)) {
      assertEquals(1000, file.transferTo(0, 1000, ends.channel));
      assertArrayEquals(contents, ends.peer.receive(1000));
      assertEquals(0, file.position());
    }
  }

  @Test
  void partOfAFileIsSent() throws Exception {
    byte[] contents = Bytes.pattern(1000);
    try (ChannelEnds ends = connect();
        FileChannel file = fileWith(contents)) {
      assertEquals(100, file.transferTo(300, 100, ends.channel));
      assertEquals(50, file.transferTo(950, 5000, ends.channel));
      assertEquals(0, file.transferTo(1000, 10, ends.channel));
      assertEquals(0, file.transferTo(5, 0, ends.channel));
      ends.channel.shutdownOutput();
      assertArrayEquals(Arrays.copyOfRange(contents, 300, 400), ends.peer.receive(100));
      assertArrayEquals(Arrays.copyOfRange(contents, 950, 1000), ends.peer.receive(51));
    }
  }

  @Test
  void fileKeepsItsPlaceBetweenWrites() throws Exception {
    byte[] contents = Bytes.pattern(20_000);
    try (ChannelEnds ends = connect();
        FileChannel file = fileWith(contents)) {
      for (int i = 0; i < 20; i++) {
        ends.channel.write(Buffers.heap((byte) i));
        transferAll(file, 0, ends.channel);
        ends.channel.write(Buffers.direct((byte) ~i));
        assertEquals(i, ends.peer.receive(1)[0]);
        assertArrayEquals(contents, ends.peer.receive(contents.length));
        assertEquals(~i, ends.peer.receive(1)[0]);
      }
    }
  }

  @Test
  void hugeFileIsSentInBlockingMode() throws Exception {
    try (ChannelEnds ends = connect();
        FileChannel file = fileWith(HUGE)) {
      Background<Void> sender = Background.running(() -> transferAll(file, 0, ends.channel));
      assertArrayEquals(HUGE, ends.peer.receive(HUGE.length));
      sender.get();
    }
  }

  @Test
  void nonBlockingChannelTakesAPartAndThenNothing() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        FileChannel file = fileWith(HUGE)) {
      long position = 0;
      long n = file.transferTo(0, HUGE.length, ends.channel);
      while (n > 0) {
        position += n;
        n = file.transferTo(position, HUGE.length - position, ends.channel);
      }
      assertTrue(position > 0 && position < HUGE.length, "took " + position);
      byte[] expected = Arrays.copyOf(HUGE, (int) position);
      assertArrayEquals(expected, ends.peer.receive(expected.length));
    }
  }

  @Test
  void nonBlockingChannelIsFilledByATransferAndBySelecting() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        FileChannel file = fileWith(HUGE);
        Selector selector = openSelector()) {
      ends.channel.register(selector, SelectionKey.OP_WRITE);
      Background<byte[]> receiver = Background.of(() -> ends.peer.receive(HUGE.length));
      long position = 0;
      while (position < HUGE.length) {
        assertEquals(1, selector.select(20_000));
        selector.selectedKeys().clear();
        position += file.transferTo(position, HUGE.length - position, ends.channel);
      }
      assertArrayEquals(HUGE, receiver.get());
    }
  }

  /** The channel's own writes have filled it first; the selector never waits. */
  @Test
  void roomAfterATransferIsFoundBySelectingNow() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        FileChannel file = fileWith(HUGE);
        Selector selector = openSelector()) {
      ends.channel.register(selector, SelectionKey.OP_WRITE);
      ByteBuffer from = ByteBuffer.wrap(HUGE);
      while (ends.channel.write(from) > 0) {
        // until there is no room
      }
      selector.selectNow();
      selector.selectedKeys().clear();
      long sent = from.position() + file.transferTo(0, HUGE.length, ends.channel);
      ends.peer.receive((int) sent);
      awaitWritable(selector);
    }
  }

  private static void awaitWritable(Selector selector) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(Background.PATIENCE_SECONDS);
    while (selector.selectNow() == 0) {
      assertTrue(System.nanoTime() < deadline, "not writable");
    }
    selector.selectedKeys().clear();
  }

  @Test
  void bytesAreReceivedIntoAFile() throws Exception {
    byte[] sent = Bytes.pattern(100_000);
    try (ChannelEnds ends = connect();
        FileChannel file = emptyFile()) {
      Background<Void> sender = Background.running(() -> ends.peer.send(sent));
      long position = 0;
      while (position < sent.length) {
        position += file.transferFrom(ends.channel, position, sent.length - position);
      }
      sender.get();
      assertArrayEquals(sent, received());
    }
  }

  @Test
  void receivingIntoAFileEndsAtTheEndOfFile() throws Exception {
    try (ChannelEnds ends = connect();
        FileChannel file = emptyFile()) {
      ends.peer.send(Bytes.pattern(100));
      ends.peer.shutdownOutput();
      assertEquals(100, file.transferFrom(ends.channel, 0, 1000));
      assertEquals(0, file.transferFrom(ends.channel, 100, 1000));
      assertArrayEquals(Bytes.pattern(100), received());
    }
  }

  @Test
  void nonBlockingReceivingTakesWhatIsThere() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        FileChannel file = emptyFile()) {
      assertEquals(0, file.transferFrom(ends.channel, 0, 1000));
      ends.peer.send(Bytes.pattern(100));
      Bytes.awaitAvailable(ends.channel.socket().getInputStream(), 100);
      assertEquals(60, file.transferFrom(ends.channel, 0, 60));
      assertEquals(40, file.transferFrom(ends.channel, 60, 1000));
      assertEquals(0, file.transferFrom(ends.channel, 100, 1000));
      assertArrayEquals(Bytes.pattern(100), received());
    }
  }

  @Test
  void mappedFileIsSent() throws Exception {
    byte[] contents = Bytes.pattern(100_000);
    try (ChannelEnds ends = connect();
        FileChannel file = fileWith(contents)) {
      ByteBuffer mapped = file.map(FileChannel.MapMode.READ_ONLY, 0, contents.length);
      Background<Void> writer = Background.running(() -> Buffers.writeFully(ends.channel, mapped));
      assertArrayEquals(contents, ends.peer.receive(contents.length));
      writer.get();
    }
  }

  @Test
  void closeEndsABlockedTransfer() throws Exception {
    assumeTrue(ENDS_TRANSFERS);
    try (ChannelEnds ends = connect();
        FileChannel file = fileWith(HUGE)) {
      Background<Void> sender =
          Background.running(() -> transferAll(file, 0, ends.channel)).awaitBlockedIn("transferTo");
      ends.channel.close();
      assertThrows(ClosedChannelException.class, sender::get);
      assertTrue(file.isOpen());
    }
  }

  @Test
  void channelsThatCannotBeWrittenAreRefused() throws Exception {
    assumeTrue(ENDS_TRANSFERS);
    try (ChannelEnds ends = connect();
        SocketChannel unconnected = pairing.kind().open();
        FileChannel file = fileWith(Bytes.pattern(10))) {
      assertThrows(NotYetConnectedException.class, () -> file.transferTo(0, 10, unconnected));
      ends.channel.shutdownOutput();
      assertThrows(ClosedChannelException.class, () -> file.transferTo(0, 10, ends.channel));
    }
  }

  @Test
  void closedChannelIsRefused() throws Exception {
    try (ChannelEnds ends = connect();
        FileChannel file = fileWith(Bytes.pattern(10));
        FileChannel into = emptyFile()) {
      ends.channel.close();
      assertThrows(ClosedChannelException.class, () -> file.transferTo(0, 10, ends.channel));
      assertThrows(ClosedChannelException.class, () -> into.transferFrom(ends.channel, 0, 10));
    }
  }
}
