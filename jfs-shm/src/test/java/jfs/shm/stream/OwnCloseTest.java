package jfs.shm.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import jfs.core.ring.WaitWord;
import jfs.core.tcp.Flags;
import jfs.core.tcp.PeerEnding;
import jfs.core.wait.Futex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** A thread writes while another one closes, and the peer answers at once with its own close. */
class OwnCloseTest {

  /** A peer that closes because this end does, at the moment when it is asked. */
  private static final class Answering implements PeerEnding.Receiver {
    private BlockingShmSender closing;

    @Override
    public int receiverFlags() {
      if (closing != null) {
        closing.close();
      }
      return Flags.CLOSED;
    }

    @Override
    public boolean hasUnread() {
      return false;
    }
  }

  /** Does something where the other end would be woken. */
  private static final class Waking implements Futex {
    private Executable then = () -> {};

    @Override
    public void wake(ByteBuffer memory, int at) {
      Executable once = then;
      then = () -> {};
      try {
        once.execute();
      } catch (Throwable e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void await(ByteBuffer memory, int at, int expected, long nanos) {}

    @Override
    public boolean isAvailable() {
      return true;
    }
  }

  private final Answering peer = new Answering();
  private final Waking waking = new Waking();

  private static void assertClosed(Executable operation) {
    assertEquals("Socket closed", assertThrows(SocketException.class, operation).getMessage());
  }

  /** If the peer had closed by itself, the first write would be taken and vanish. */
  @Test
  void writeDoesNotVanishWhenThePeerAnswersTheClose() throws IOException {
    try (OneDirection direction = new OneDirection(peer, null)) {
      peer.closing = direction.out;
      assertClosed(() -> direction.out.send(new byte[35], 0, 35));
    }
  }

  @Test
  void urgentByteDoesNotVanishEither() throws IOException {
    try (OneDirection direction = new OneDirection(peer, null)) {
      peer.closing = direction.out;
      assertClosed(() -> direction.out.sendUrgent(1));
    }
  }

  /**
   * A close is announced in one direction after the other: the peer may see the first one alone.
   */
  @Test
  void writeDoesNotVanishWhenThePeerHearsOfTheCloseFirst() throws IOException {
    try (OneDirection there = new OneDirection(peer, null);
        OneDirection back = new OneDirection(null, waking)) {
      ShmTransport transport = new ShmTransport(null, there.out, true);
      transport.complete(back.in);
      boolean[] tried = {false};
      waking.then =
          () -> {
            tried[0] = true;
            assertClosed(() -> there.out.send(new byte[35], 0, 35));
          };
      transport.close(false, false);
      assertEquals(true, tried[0]);
    }
  }

  /** A thread that reads the answer may close before the thread that wrote has returned. */
  @Test
  void writeThatThePeerHasTakenSucceeds() throws IOException {
    byte[] taken = new byte[3];
    try (OneDirection direction = new OneDirection(null, waking)) {
      direction.out.control().receiverWaits().arm(WaitWord.ON_FUTEX);
      waking.then =
          () -> {
            assertEquals(3, direction.in.receive(taken, 0, 3, 0));
            direction.out.close();
          };
      direction.out.send(new byte[] {1, 2, 3}, 0, 3);
      assertArrayEquals(new byte[] {1, 2, 3}, taken);
    }
  }

  /** It is not known whether the peer takes the bytes. */
  @Test
  void writeThatAnotherThreadOvertakesByACloseFails() throws IOException {
    try (OneDirection direction = new OneDirection(null, waking)) {
      direction.out.control().receiverWaits().arm(WaitWord.ON_FUTEX);
      waking.then = direction.out::close;
      assertClosed(() -> direction.out.send(new byte[] {1, 2, 3}, 0, 3));
    }
  }
}
