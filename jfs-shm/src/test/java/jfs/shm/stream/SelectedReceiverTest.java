package jfs.shm.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.SocketException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a selector learns of a direction. */
@Timeout(60)
class SelectedReceiverTest {

  /** TCP stays as it is, so no doorbell comes. */
  @Test
  void aLinkThatIsLostHasItLook() throws Exception {
    try (OneDirection direction = new OneDirection()) {
      assertTrue(direction.in.arm());
      assertEquals(0, direction.receiver.changes.get());
      direction.in.lost();
      assertEquals(1, direction.receiver.changes.get());
      assertTrue(direction.in.mayReceive());
      assertFalse(direction.in.arm(), "no doorbell will come");
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
      assertTrue(direction.in.arm());
      direction.in.disarm();
      assertEquals(1, direction.out.sendNow(ByteBuffer.allocate(1)));
      assertEquals(0, direction.out.waker().doorbells());
      assertEquals(1, direction.in.receiveNow(ByteBuffer.allocate(1)));
      assertTrue(direction.in.arm());
      assertEquals(1, direction.out.sendNow(ByteBuffer.allocate(1)));
      assertEquals(1, direction.out.waker().doorbells());
    }
  }
}
