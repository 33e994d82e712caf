package jfs.shm.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.SocketException;
import jfs.core.tcp.Flags;
import jfs.shm.memory.ChunkSizes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ShmTransportTest {

  private static ShmTransport of(BlockingShmSender out, BlockingShmReceiver in) {
    ShmTransport transport = new ShmTransport(null, out, true);
    transport.complete(in);
    return transport;
  }

  private static ShmTransport survivor(OneDirection there, OneDirection back) throws IOException {
    ShmTransport survivor = of(there.out, back.in);
    assertTrue(survivor.commit());
    return survivor;
  }

  @Test
  void whereTcpEndsForADeadPeerThatLeftBytesUnreadItIsAReset() throws IOException {
    try (OneDirection there = new OneDirection();
        OneDirection back = new OneDirection()) {
      ShmTransport survivor = survivor(there, back);
      back.back.send(new byte[1], 0, 1);
      assertThrows(SocketException.class, () -> survivor.awaitEnd(3), "never switched");
      back.out.announceSwitch(5);
      assertThrows(SocketException.class, () -> survivor.awaitEnd(3), "killed as it switched");
      assertEquals(5, survivor.awaitEnd(5), "what is in the ring comes first");
    }
  }

  @Test
  void whereTcpEndsForAPeerThatSaidSoItIsAnEnd() throws IOException {
    try (OneDirection there = new OneDirection();
        OneDirection back = new OneDirection()) {
      ShmTransport survivor = survivor(there, back);
      back.back.send(new byte[1], 0, 1);
      back.out.endsOnTcp();
      assertEquals(-1, survivor.awaitEnd(3));
    }
  }

  @Test
  void whereTcpEndsForADeadPeerThatReadAllItIsAnEnd() throws IOException {
    try (OneDirection there = new OneDirection();
        OneDirection back = new OneDirection()) {
      ShmTransport survivor = survivor(there, back);
      assertEquals(-1, survivor.awaitEnd(3));
    }
  }

  /** A reader that followed it would wait for ever once this end aborts the pair. */
  @Test
  void aSwitchBeforeTheCommitIsNotBelieved() throws IOException {
    try (OneDirection there = new OneDirection();
        OneDirection back = new OneDirection()) {
      ShmTransport offerer = of(there.out, back.in);
      back.out.announceSwitch(5);
      assertEquals(-1, offerer.peerSwitchedAt());
      assertEquals(-1, offerer.awaitEnd(5));
      assertTrue(offerer.commit());
      assertEquals(5, offerer.peerSwitchedAt());
    }
  }

  /** By then the kernel has told the peer's reader of an end of file. */
  @Test
  void aResetAfterAHalfCloseIsNoneForAReader() throws IOException {
    try (OneDirection there = new OneDirection();
        OneDirection back = new OneDirection()) {
      ShmTransport sender = of(there.out, back.in);
      sender.shutdownOutput();
      sender.close(true, false);
      assertEquals(Flags.CLOSED | Flags.UNREAD, back.in.control().receiverFlags());
    }
  }

  /** The kernel likewise resets what comes for an end that has shut both. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whoHasShutBothDirectionsIsClosedForWriters(boolean inputFirst) throws IOException {
    try (OneDirection there = new OneDirection();
        OneDirection back = new OneDirection()) {
      ShmTransport shut = of(back.out, there.in);
      if (inputFirst) {
        shut.shutdownInput();
      }
      shut.shutdownOutput();
      there.out.send(new byte[1], 0, 1);
      if (!inputFirst) {
        shut.shutdownInput();
        there.out.send(new byte[1], 0, 1);
      }
      SocketException e =
          assertThrows(SocketException.class, () -> there.out.send(new byte[1], 0, 1));
      assertEquals("Broken pipe", e.getMessage());
      assertEquals(-1, back.in.receive(new byte[1], 0, 1, 0), "the end of file came before");
    }
  }

  /** Its memory is given back at once, by the end that owns it and by the end that reads there. */
  @Test
  void whetherItHasGrownIsSeenAtBothEnds() throws IOException {
    try (OneDirection there = new OneDirection();
        OneDirection back = new OneDirection()) {
      ShmTransport sender = of(there.out, back.in);
      ShmTransport receiver = of(back.out, there.in);
      byte[] little = new byte[100];
      there.out.send(little, 0, little.length);
      assertEquals(little.length, there.in.receive(little, 0, little.length, 0));
      assertFalse(sender.holdsMuch());
      assertFalse(receiver.holdsMuch());

      there.pool.chunks = 1;
      byte[] much = new byte[3 * ChunkSizes.FIRST];
      there.out.send(much, 0, much.length);
      assertTrue(sender.holdsMuch());
      for (int read = 0; read < much.length; ) {
        read += there.in.receive(much, 0, much.length, 0);
      }
      assertTrue(receiver.holdsMuch());
    }
  }
}
