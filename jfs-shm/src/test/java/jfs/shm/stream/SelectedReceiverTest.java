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
}
