package jfs.contract.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import jfs.contract.Background;
import jfs.contract.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A key that is ready, and that the program leaves selected, ends each selection, which counts
 * none: also while another channel waits for room.
 */
class LeftSelectedContract extends ChannelContract {

  private static final int READ = SelectionKey.OP_READ;
  private static final long MILLIS = 200;

  private final ByteBuffer much = ByteBuffer.wrap(Bytes.pattern(Bytes.MORE_THAN_ROOM));

  @TempDir Path folder;

  /**
   * Fills a channel that waits for room, and selects; what is left selected stays so. The kernel
   * moves what it has to the peer's buffer when it likes, and then there is room.
   */
  private int select(ChannelEnds full, Selector selector, SelectionKey left, long millis)
      throws Exception {
    while (full.channel.write(much) > 0) {}
    int n = Background.of(() -> selector.select(millis)).get();
    selector.selectedKeys().retainAll(Set.of(left));
    return n;
  }

  private void assertEndsSelections(SelectableChannel readable) throws Exception {
    try (ChannelEnds full = connect().nonBlocking();
        Selector selector = openSelector()) {
      full.channel.register(selector, SelectionKey.OP_WRITE);
      readable.configureBlocking(false);
      SelectionKey left = readable.register(selector, READ);
      while (select(full, selector, left, 0) > 0) {}
      assertEquals(Set.of(left), selector.selectedKeys());
    }
  }

  @Test
  void aPipe() throws Exception {
    Pipe pipe = Pipe.open();
    try (Pipe.SourceChannel source = pipe.source();
        Pipe.SinkChannel sink = pipe.sink()) {
      sink.write(ByteBuffer.allocate(1));
      assertEndsSelections(source);
    }
  }

  @Test
  void aUnixDomainChannel() throws Exception {
    UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve("socket"));
    try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      listener.bind(address);
      try (SocketChannel channel = SocketChannel.open(address);
          SocketChannel peer = listener.accept()) {
        peer.write(ByteBuffer.allocate(1));
        assertEndsSelections(channel);
      }
    }
  }

  @Test
  void aChannelOfThePairing() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking()) {
      ends.peer.send((byte) 1);
      assertEndsSelections(ends.channel);
    }
  }

  @Test
  void notOneThatAsksForNothing() throws Exception {
    Pipe pipe = Pipe.open();
    try (Pipe.SourceChannel source = pipe.source();
        Pipe.SinkChannel sink = pipe.sink();
        ChannelEnds full = connect().nonBlocking();
        Selector selector = openSelector()) {
      sink.write(ByteBuffer.allocate(1));
      source.configureBlocking(false);
      SelectionKey left = source.register(selector, READ);
      assertEquals(1, selector.select());
      left.interestOps(0);
      sink.close(); // the kernel tells of that if it is asked at all
      full.channel.register(selector, SelectionKey.OP_WRITE);
      long begin;
      do {
        begin = System.nanoTime();
      } while (select(full, selector, left, MILLIS) > 0);
      long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
      assertTrue(took >= MILLIS - 10, "ended after " + took + " ms");
    }
  }
}
