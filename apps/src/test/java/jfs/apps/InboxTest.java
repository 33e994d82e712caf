package jfs.apps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class InboxTest {

  private final Inbox inbox = new Inbox(2, Duration.ofMillis(1));

  @Test
  void keepsTheOrderOfEachSender() {
    inbox.put(1, "a");
    inbox.put(0, "b");
    inbox.put(1, "c");
    assertEquals("b", inbox.take(0));
    assertEquals("a", inbox.take(1));
    assertEquals("c", inbox.take(1));
  }

  @Test
  void doesNotWaitForEverForAMessage() {
    assertThrows(PeerException.class, () -> inbox.take(1));
  }

  @Test
  void doesNotWaitForEverForAReceiver() {
    assertThrows(
        PeerException.class,
        () -> {
          for (int i = 0; i < 1000; i++) {
            inbox.put(1, i);
          }
        });
  }

  @Test
  void isNotUsedBySendingToOneself() {
    World world = new World(1, inbox, List.of(inbox, inbox));
    assertThrows(IllegalArgumentException.class, () -> world.send(1, "a"));
  }

  @Test
  void countsWhatIsSent() {
    World world = new World(1, inbox, List.of(inbox, inbox));
    world.send(0, new double[3]);
    world.send(0, new int[][] {{1, 2}, {3}});
    assertEquals(2, world.messages());
    assertEquals(36, world.bytes());
  }

  @Test
  void losesAPeerWithAnError() throws Exception {
    World world;
    try (Endpoint gone = Together.open(1, 2);
        Endpoint left = Together.open(0, 2)) {
      world = left.meet(List.of(left.port(), gone.port()));
    }
    assertThrows(PeerException.class, () -> world.send(1, "a"));
  }
}
