package jfs.contract.channel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.SynchronousQueue;
import jfs.contract.Background;
import org.junit.jupiter.api.Test;

/** What other threads do at the moment at which something comes, or a selector begins to wait. */
class RacingSelectContract extends ChannelContract {

  private static final int READ = SelectionKey.OP_READ;
  private static final int WRITE = SelectionKey.OP_WRITE;
  private static final int ROUNDS = 90;

  @Test
  void interestFromAnotherThreadAsAByteComes() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, READ);
      Background<Void> echoing = Background.running(() -> echo(selector));
      SynchronousQueue<Integer> orders = new SynchronousQueue<>();
      Background<Void> changing =
          Background.running(
              () -> {
                for (int i = 0; i < ROUNDS; i++) {
                  int other = orders.take() == 0 ? 0 : WRITE;
                  key.interestOps(other);
                  key.interestOps(READ);
                  selector.wakeup();
                }
              });
      for (int i = 0; i < ROUNDS; i++) {
        orders.put(i % 2);
        exchange(ends, i);
      }
      changing.get();
      selector.close();
      echoing.get();
    }
  }

  /**
   * The next select must not return for what the other thread did, since the program did not ask.
   */
  @Test
  void anotherThreadReadsDuringAnAction() throws Exception {
    try (ChannelEnds asked = connect().nonBlocking();
        ChannelEnds other = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = asked.channel.register(selector, READ);
      other.channel.register(selector, READ);
      for (int i = 0; i < 5; i++) {
        Background<Integer> first =
            Background.of(
                    () ->
                        selector.select(
                            selected -> {
                              takeOne(selected);
                              if (selected == key) {
                                anotherTakesTwo(other);
                              }
                            }))
                .awaitBlockedIn("select");
        asked.peer.send((byte) i);
        assertEquals(1, first.get());
        Background<Integer> second =
            Background.of(() -> selector.select(RacingSelectContract::takeOne))
                .awaitBlockedIn("select");
        asked.peer.send((byte) i);
        assertEquals(1, second.get());
      }
    }
  }

  private static void anotherTakesTwo(ChannelEnds ends) {
    try {
      ends.peer.send((byte) 1, (byte) 2);
      Background.of(
              () -> {
                Buffers.read(ends.channel, 1);
                return Buffers.read(ends.channel, 1);
              })
          .get();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void takeOne(SelectionKey key) {
    try {
      Buffers.read((SocketChannel) key.channel(), 1);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void anotherThreadReadsAndGivesTheKeyBack() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      ends.channel.register(selector, READ);
      SynchronousQueue<SelectionKey> ready = new SynchronousQueue<>();
      Background<Void> selecting = Background.running(() -> handOut(selector, ready));
      Background<Void> working =
          Background.running(
              () -> {
                for (int i = 0; i < ROUNDS; i++) {
                  SelectionKey key = ready.take();
                  echo(key);
                  key.interestOps(READ);
                  selector.wakeup();
                }
              });
      for (int i = 0; i < ROUNDS; i++) {
        exchange(ends, i);
      }
      working.get();
      selector.close();
      selecting.get();
    }
  }

  @Test
  void theOneThatIsQuickerOfTwoSelectorsReads() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector first = openSelector();
        Selector second = openSelector()) {
      ends.channel.register(first, READ);
      ends.channel.register(second, READ);
      Background<Void> one = Background.running(() -> echo(first));
      Background<Void> two = Background.running(() -> echo(second));
      for (int i = 0; i < ROUNDS; i++) {
        exchange(ends, i);
      }
      first.close();
      one.get();
      for (int i = 0; i < ROUNDS; i++) {
        exchange(ends, i);
      }
      second.close();
      two.get();
    }
  }

  @Test
  void aNewKeyEachTimeAsAByteComes() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      for (int i = 0; i < ROUNDS / 3; i++) {
        Background<Void> exchanging =
            Background.running(
                () -> {
                  exchange(ends, 7);
                  selector.wakeup();
                });
        SelectionKey key = ends.channel.register(selector, READ);
        while (!exchanging.isDone()) {
          select(selector, 10); // the wake-up may come before the thread is done
        }
        exchanging.get();
        key.cancel();
        selector.selectNow();
      }
    }
  }

  /** Sends a few bytes, and gets them back. */
  private static void exchange(ChannelEnds ends, int number) throws Exception {
    byte[] sent = {(byte) number, (byte) (number >> 8), 3};
    ends.peer.send(sent);
    assertArrayEquals(sent, ends.peer.receive(sent.length));
  }

  private static void echo(Selector selector) throws IOException {
    try {
      while (true) {
        select(selector, 0);
      }
    } catch (ClosedSelectorException e) {
      // The case is over.
    }
  }

  private static void select(Selector selector, long millis) throws IOException {
    selector.select(
        key -> {
          if (key.isReadable()) {
            echo(key);
          }
        },
        millis);
  }

  private static void echo(SelectionKey key) {
    SocketChannel channel = (SocketChannel) key.channel();
    ByteBuffer bytes = ByteBuffer.allocate(100);
    try {
      channel.read(bytes); // another selector's thread may have been quicker
      bytes.flip();
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void handOut(Selector selector, SynchronousQueue<SelectionKey> ready)
      throws Exception {
    try {
      while (true) {
        selector.select();
        for (SelectionKey key : selector.selectedKeys()) {
          key.interestOps(0);
          ready.put(key);
        }
        selector.selectedKeys().clear();
      }
    } catch (ClosedSelectorException | CancelledKeyException e) {
      // The case is over.
    }
  }
}
