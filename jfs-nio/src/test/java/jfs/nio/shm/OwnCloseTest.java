package jfs.nio.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.SocketException;
import jfs.core.tcp.Flags;
import jfs.core.tcp.PeerEnding;
import org.junit.jupiter.api.Test;

/** A thread writes while another one closes, and the peer answers at once by a close of its own. */
class OwnCloseTest {

  /** A peer that closes because this end does, just when it is asked. */
  private static final class Answering implements PeerEnding.Receiver {
    private Outgoing closing;

    @Override
    public int receiverFlags() {
      closing.close();
      return Flags.CLOSED;
    }

    @Override
    public boolean hasUnread() {
      return false;
    }
  }

  private final Answering peer = new Answering();

  /** Of a peer that closed by itself, the first write would be taken and vanish. */
  @Test
  void writeDoesNotVanishWhenThePeerAnswersTheClose() throws IOException {
    try (OneDirection direction = new OneDirection(peer)) {
      peer.closing = direction.out;
      Exception failure =
          assertThrows(SocketException.class, () -> direction.out.send(new byte[35], 0, 35));
      assertEquals("Socket closed", failure.getMessage());
    }
  }

  @Test
  void urgentByteDoesNotVanishEither() throws IOException {
    try (OneDirection direction = new OneDirection(peer)) {
      peer.closing = direction.out;
      assertThrows(IOException.class, () -> direction.out.sendUrgent(1));
    }
  }
}
