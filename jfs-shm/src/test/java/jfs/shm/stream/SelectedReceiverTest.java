package jfs.shm.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import jfs.core.wait.SelectorEventFd;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a selector learns of a direction. */
@Timeout(60)
class SelectedReceiverTest {

  /** TCP stays as it is, so no doorbell comes. */
  @Test
  void aLinkThatIsLostHasItLook() throws Exception {
    try (OneDirection direction = new OneDirection()) {
      assertTrue(direction.in.arm(null));
      assertEquals(0, direction.receiver.changes.get());
      direction.in.lost();
      assertEquals(1, direction.receiver.changes.get());
      assertTrue(direction.in.mayReceive());
      assertFalse(direction.in.arm(null), "no doorbell will come");
    }
  }

  @Test
  void theHintSeesWhatIsSent() throws Exception {
    try (OneDirection direction = new OneDirection()) {
      assertFalse(direction.in.mayReceive());
      assertEquals(3, direction.out.sendNow(ByteBuffer.allocateDirect(3)));
      assertTrue(direction.in.mayReceive());
      ByteBuffer to = ByteBuffer.allocateDirect(5);
      assertEquals(3, direction.in.receiveNow(to));
      assertEquals(3, to.position());
      assertFalse(direction.in.mayReceive());
      direction.out.finish();
      assertTrue(direction.in.mayReceive());
    }
  }

  @Test
  void aWriteThatFailsHasSentNothing() throws Exception {
    try (OneDirection direction = new OneDirection()) {
      direction.out.sayFinished();
      ByteBuffer from = ByteBuffer.allocate(3);
      assertThrows(SocketException.class, () -> direction.out.sendNow(from));
      assertEquals(0, from.position());
      assertEquals(0, direction.in.available(0));
    }
  }

  /** So a call that fails has sent nothing, whatever happened between two blocks. */
  @Test
  void aLargeArrayIsSentOneBlockAtATime() throws Exception {
    try (OneDirection direction = new OneDirection()) {
      byte[] large = new byte[100_000];
      int sent = direction.out.sendNow(large, 0, large.length);
      assertTrue(sent > 0 && sent <= 32 * 1024, "sent " + sent);
      assertEquals(sent, direction.in.available(0));
    }
  }

  @Test
  void whatIsTakenBackRingsNoBell() throws Exception {
    try (OneDirection direction = new OneDirection()) {
      assertTrue(direction.in.arm(null));
      direction.in.disarm();
      assertEquals(1, direction.out.sendNow(ByteBuffer.allocate(1)));
      assertEquals(0, direction.out.waker().doorbells());
      assertEquals(1, direction.in.receiveNow(ByteBuffer.allocate(1)));
      assertTrue(direction.in.arm(null));
      assertEquals(1, direction.out.sendNow(ByteBuffer.allocate(1)));
      assertEquals(1, direction.out.waker().doorbells());
    }
  }

  private static final SelectorEventFd ONE = new SelectorEventFd(1, -1);
  private static final SelectorEventFd TWO = new SelectorEventFd(2, -1);

  private static void send(OneDirection direction) throws Exception {
    assertEquals(1, direction.out.sendNow(ByteBuffer.allocate(1)));
  }

  @Test
  void anEventFdThatThePeerHoldsIsSignalled() throws Exception {
    try (OneDirection direction = new OneDirection()) {
      assertTrue(direction.in.arm(ONE));
      send(direction);
      assertEquals(1, direction.out.waker().doorbells(), "the peer does not have it yet");
      assertEquals(1, direction.in.receiveNow(ByteBuffer.allocate(1)));
      assertFalse(direction.in.canReceive(true), "but for the doorbell");
      direction.eventFds.held.add(1);
      assertTrue(direction.in.arm(ONE));
      send(direction);
      send(direction);
      assertEquals(List.of(1), direction.eventFds.came);
      assertEquals(1, direction.out.waker().doorbells());
    }
  }

  /** The kernel tells both of TCP, and each of its own eventfd alone. */
  @Test
  void twoSelectorsAreToldByTcp() throws Exception {
    for (SelectorEventFd second : Arrays.asList(TWO, null)) {
      try (OneDirection direction = new OneDirection()) {
        direction.eventFds.held.addAll(List.of(1, 2));
        assertTrue(direction.in.arm(ONE));
        assertTrue(direction.in.arm(ONE));
        assertTrue(direction.in.arm(second));
        assertTrue(direction.in.arm(ONE));
        send(direction);
        assertEquals(1, direction.out.waker().doorbells());
        assertEquals(List.of(), direction.eventFds.came);
      }
    }
  }

  @Test
  void aSignalThatIsTakenBackDoesNotCome() throws Exception {
    try (OneDirection direction = new OneDirection()) {
      direction.eventFds.held.add(1);
      assertTrue(direction.in.arm(ONE));
      direction.in.disarm();
      send(direction);
      assertEquals(List.of(), direction.eventFds.came);
      assertFalse(direction.in.arm(ONE), "there is something already");
    }
  }
}
