package jfs.contract.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Set;
import jfs.contract.Background;
import jfs.contract.Bytes;
import org.junit.jupiter.api.Test;

/** What keys are interested in, and how that changes. */
class InterestOpsContract extends ChannelContract {

  private static final int READ = SelectionKey.OP_READ;
  private static final int WRITE = SelectionKey.OP_WRITE;

  @Test
  void keysTellWhatTheyWereGiven() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, READ);
      assertEquals(READ, key.interestOps());
      assertEquals(READ, key.interestOpsOr(WRITE));
      assertEquals(READ | WRITE, key.interestOpsAnd(WRITE));
      assertEquals(WRITE, key.interestOps());
      assertEquals(0, key.interestOps(0).interestOps());
    }
  }

  @Test
  void onlyReadingWritingAndConnectingAreTaken() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      assertEquals(READ | WRITE | SelectionKey.OP_CONNECT, ends.channel.validOps());
      SelectionKey key = ends.channel.register(selector, READ);
      assertThrows(IllegalArgumentException.class, () -> key.interestOps(SelectionKey.OP_ACCEPT));
      assertThrows(IllegalArgumentException.class, () -> key.interestOpsOr(SelectionKey.OP_ACCEPT));
      assertThrows(IllegalArgumentException.class, () -> key.interestOps(2));
      assertEquals(READ, key.interestOps());
    }
  }

  @Test
  void changeCountsForTheNextSelect() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, READ);
      ends.peer.send((byte) 1);
      Bytes.awaitAvailable(ends.channel.socket().getInputStream(), 1);
      for (int i = 0; i < 5; i++) {
        key.interestOps(0);
        assertEquals(0, selector.selectNow());
        key.interestOps(READ);
        assertEquals(1, selector.selectNow());
        assertEquals(READ, key.readyOps());
        selector.selectedKeys().clear();
        key.interestOps(WRITE);
        assertEquals(1, selector.selectNow());
        assertEquals(WRITE, key.readyOps());
        selector.selectedKeys().clear();
      }
    }
  }

  @Test
  void readyOpsStayWhenTheInterestIsLost() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, WRITE);
      assertEquals(1, selector.selectNow());
      key.interestOps(0);
      assertEquals(WRITE, key.readyOps());
      assertEquals(0, selector.selectNow());
      assertEquals(Set.of(key), selector.selectedKeys());
      assertEquals(WRITE, key.readyOps());
    }
  }

  @Test
  void changeDuringASelectDoesNotBlockAndCountsAfterAWakeup() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, READ);
      Background<Integer> selecting =
          Background.of(() -> selector.select()).awaitBlockedIn("select");
      Background.running(() -> key.interestOps(READ | WRITE)).get();
      assertEquals(READ | WRITE, key.interestOps());
      selector.wakeup();
      selecting.get();
      selector.selectedKeys().clear();
      assertEquals(1, selector.select());
      assertEquals(WRITE, key.readyOps());
    }
  }

  @Test
  void interestTakenAwayDuringASelectIsGoneAfterAWakeup() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, READ);
      Background<Integer> selecting =
          Background.of(() -> selector.select()).awaitBlockedIn("select");
      Background.running(() -> key.interestOps(0)).get();
      selector.wakeup();
      assertEquals(0, selecting.get());
      ends.peer.send((byte) 1);
      Bytes.awaitAvailable(ends.channel.socket().getInputStream(), 1);
      assertEquals(0, selector.selectNow());
      key.interestOps(READ);
      assertEquals(1, selector.selectNow());
    }
  }

  @Test
  void registrationDuringASelectDoesNotBlockAndCountsAfterAWakeup() throws Exception {
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      Background<Integer> selecting =
          Background.of(() -> selector.select()).awaitBlockedIn("select");
      SelectionKey key = Background.of(() -> ends.channel.register(selector, READ)).get();
      selector.wakeup();
      selecting.get();
      ends.peer.send((byte) 1);
      assertEquals(1, Background.of(() -> selector.select()).get());
      assertEquals(Set.of(key), selector.selectedKeys());
    }
  }

  @Test
  void interestsChangeAllTheTimeWhileAnotherThreadSelects() throws Exception {
    byte[] sent = Bytes.pattern(200);
    try (ChannelEnds ends = connect().nonBlocking();
        Selector selector = openSelector()) {
      SelectionKey key = ends.channel.register(selector, READ);
      Background<Void> reader =
          Background.running(
              () -> {
                int next = 0;
                while (next < sent.length) {
                  selector.select(
                      ready -> {
                        assertEquals(key, ready);
                      });
                  byte[] one = new byte[1];
                  while (ends.channel.read(ByteBuffer.wrap(one)) > 0) {
                    assertEquals(sent[next++], one[0]);
                  }
                }
              });
      for (byte b : sent) {
        key.interestOps(0);
        selector.wakeup();
        ends.peer.send(b);
        key.interestOps(READ);
        selector.wakeup();
      }
      reader.get();
    }
  }
}
