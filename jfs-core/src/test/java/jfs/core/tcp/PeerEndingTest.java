package jfs.core.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.SocketException;
import org.junit.jupiter.api.Test;

/** What the contract suite cannot test for each write, because the kernel's reset takes time. */
class PeerEndingTest {

  private int flags;
  private boolean unread;

  /** The peer's flags as a sender. */
  private int sent;

  private final PeerEnding ending =
      new PeerEnding(
          new PeerEnding.Receiver() {
            @Override
            public int receiverFlags() {
              return flags;
            }

            @Override
            public boolean hasUnread() {
              return unread;
            }
          });

  private void assertWriteFails(String message) {
    SocketException e = assertThrows(SocketException.class, () -> ending.write(false, 1));
    assertEquals(message, e.getMessage());
  }

  @Test
  void aPeerThatIsThereReceives() {
    assertFalse(ending.isOver());
  }

  @Test
  void afterACloseOneWriteVanishes() throws Exception {
    flags = Flags.CLOSED;
    assertTrue(ending.isOver());
    ending.write(false, 1);
    assertWriteFails("Broken pipe");
    assertWriteFails("Broken pipe");
    ending.read(sent);
  }

  /** The JDK needs two calls for it, and the first one brings the reset. */
  @Test
  void afterACloseALargeWriteFails() throws Exception {
    flags = Flags.CLOSED;
    SocketException e =
        assertThrows(SocketException.class, () -> ending.write(false, 128 * 1024 + 1));
    assertEquals("Broken pipe", e.getMessage());
    ending.write(false, 128 * 1024);
  }

  @Test
  void aWriteThatTheCloseCutsShortFails() {
    flags = Flags.CLOSED;
    SocketException e = assertThrows(SocketException.class, () -> ending.write(true, 1));
    assertEquals("Broken pipe", e.getMessage());
  }

  @Test
  void afterACloseThatLeftBytesUnreadTheFirstWriteFails() throws Exception {
    flags = Flags.CLOSED | Flags.UNREAD;
    assertWriteFails("Broken pipe");
    ending.read(sent);
  }

  @Test
  void aResetIsToldToOneWrite() throws Exception {
    flags = Flags.CLOSED | Flags.RESET;
    assertWriteFails("Connection reset by peer");
    assertWriteFails("Broken pipe");
    ending.read(sent);
  }

  @Test
  void aResetIsToldToOneRead() throws Exception {
    flags = Flags.CLOSED | Flags.RESET;
    SocketException e = assertThrows(SocketException.class, () -> ending.read(sent));
    assertEquals("Connection reset", e.getMessage());
    ending.read(sent);
    assertWriteFails("Broken pipe");
  }

  @Test
  void aPeerThatDiedWithBytesUnreadResets() {
    unread = true;
    ending.lost();
    assertTrue(ending.isOver());
    assertThrows(SocketException.class, () -> ending.read(sent));
    assertWriteFails("Broken pipe");
  }

  @Test
  void aPeerThatDiedWithAllReadEnds() throws Exception {
    ending.lost();
    ending.read(sent);
    assertWriteFails("Broken pipe"); // it may live, and no byte must be missing there
  }

  /** The peer's end of file came before; as with the kernel, a reader learns of that alone. */
  @Test
  void aPeerThatHadHalfClosedEndsHoweverItDied() throws Exception {
    sent = Flags.FINISHED;
    unread = true;
    ending.lost();
    ending.tcpReset();
    ending.read(sent);
    assertWriteFails("Broken pipe");
  }

  @Test
  void aPeerThatClosesWithAResetSaysThatItsStreamHasEndedAsWell() {
    sent = Flags.FINISHED | Flags.CLOSED;
    flags = Flags.CLOSED | Flags.RESET;
    assertThrows(SocketException.class, () -> ending.read(sent));
  }

  /** Bytes of the stream lay unread on TCP, sent there before the switch. */
  @Test
  void aPeerThatDiedWithBytesUnreadOnTcpResets() {
    ending.lost();
    ending.tcpReset();
    assertThrows(SocketException.class, () -> ending.read(sent));
  }

  @Test
  void aCloseIsWhatItsFlagsSayWhateverTcpDoes() throws Exception {
    flags = Flags.CLOSED;
    ending.tcpReset();
    ending.read(sent);
  }

  @Test
  void aResetOfTcpIsTheStreamsIfThatGoesThere() {
    flags = Flags.CLOSED;
    ending.sentOnTcp();
    ending.tcpReset();
    assertThrows(SocketException.class, () -> ending.read(sent));
  }
}
