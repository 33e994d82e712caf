package jfs.shm.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.SocketException;
import java.util.Arrays;
import java.util.List;
import jfs.core.ring.CorruptRingException;
import jfs.core.transport.TransportFailure;
import jfs.shm.memory.ChunkSizes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A sender and a receiver whose callers do not wait. */
@Timeout(60)
class ShmSenderTest {

  private static final int TAIL = 0;
  private static final int HEAD = 128;

  private OneDirection direction;
  private ShmSender out;
  private ShmReceiver in;

  @BeforeEach
  void connect() throws IOException {
    direction = new OneDirection();
    out = direction.out;
    in = direction.in;
    out.announceSwitch(0);
  }

  @AfterEach
  void disconnect() throws IOException {
    direction.close();
  }

  private int sendAll(byte[] bytes) throws IOException {
    out.beginWrite();
    int sent = 0;
    for (int n = -1; n != 0 && sent < bytes.length; sent += n) {
      n = out.trySend(bytes, sent, bytes.length - sent);
    }
    return sent;
  }

  private byte[] receiveAll(int most) throws IOException {
    byte[] bytes = new byte[most];
    int received = 0;
    for (int n = -1; n != 0 && received < most; received += n) {
      n = in.tryReceive(bytes, received, most - received);
      assertTrue(n >= 0, "end of file");
    }
    return Arrays.copyOf(bytes, received);
  }

  /** A head and a tail of 1 << 40, where the layout has them. */
  @Test
  void aCorruptRingHasFailedBothEnds() throws IOException {
    direction.pool.memory.putLong(TAIL, 1L << 40);
    assertThrows(CorruptRingException.class, () -> receiveAll(1));
    assertEquals(List.of(TransportFailure.CORRUPT), direction.receiver.failures);
    direction.pool.memory.putLong(HEAD, 1L << 40);
    direction.pool.chunks = 0;
    assertThrows(CorruptRingException.class, () -> sendAll(new byte[9000]));
    assertEquals(List.of(TransportFailure.CORRUPT), direction.sender.failures);
  }

  @Test
  void aFullRingTakesNothingUntilTheReaderHasTaken() throws IOException {
    direction.pool.chunks = 1; // for the usual size, and none beyond
    byte[] much = new byte[2 * ChunkSizes.BULK];
    for (int i = 0; i < much.length; i++) {
      much[i] = (byte) (i * 31);
    }
    int sent = sendAll(much);
    assertTrue(sent > ChunkSizes.BULK - ChunkSizes.FIRST && sent < much.length, sent + " sent");
    assertFalse(out.isReady());
    assertEquals(0, out.trySend(much, sent, 1));
    assertArrayEquals(Arrays.copyOf(much, sent), receiveAll(much.length));
    assertTrue(out.isReady());
    assertEquals(1, out.trySend(much, 0, 1));
  }

  @Test
  void aRingGrowsToTwiceItsLongestMessageAndNoMoreWhileEachIsTaken() throws IOException {
    direction.pool.chunks = 3;
    for (int bytes : new int[] {9_000, 64 * 1024, 100, 64 * 1024, 9_000}) {
      assertEquals(bytes, sendAll(new byte[bytes]));
      assertEquals(bytes, receiveAll(bytes).length);
    }
    assertEquals(132 * 1024, out.ring().chunkSize()); // with a header, in whole pages
    for (int i = 0; i < 5; i++) {
      sendAll(new byte[30_000]);
    }
    assertEquals(ChunkSizes.BULK, out.ring().chunkSize());
  }

  @Test
  void anEmptyRingHasNothing() throws IOException {
    byte[] bytes = new byte[3];
    assertEquals(0, in.tryReceive(bytes, 0, 3));
    assertEquals(2, sendAll(new byte[2]));
    assertEquals(2, in.tryReceive(bytes, 0, 3));
    assertEquals(0, in.tryReceive(bytes, 0, 3));
  }

  @Test
  void aStreamEndsBehindItsLastByte() throws IOException {
    sendAll(new byte[2]);
    out.sayFinished();
    byte[] bytes = new byte[3];
    assertEquals(2, in.tryReceive(bytes, 0, 3));
    assertEquals(-1, in.tryReceive(bytes, 0, 3));
    assertThrows(SocketException.class, () -> sendAll(bytes));
  }

  /** For a pause after each of these writes, so for longer than a waker tries. */
  @Test
  void aReceiverWhoseDoorbellFindsNoMemoryForLongIsWokenNevertheless() throws Exception {
    assertTrue(direction.in.arm(null));
    direction.sender.writesWithoutMemory.set(1_100);
    assertEquals(2, sendAll(new byte[2]));
    assertEquals(0, direction.sender.writesWithoutMemory.get());
    assertEquals(0, direction.receiver.socket.getInputStream().read(), "the doorbell");
  }

  @Test
  void withoutMemoryBothGoOnByTcp() throws IOException {
    direction.pool.chunks = 0;
    int sent = sendAll(new byte[ChunkSizes.BULK]);
    assertTrue(sent < ChunkSizes.FIRST, sent + " sent");
    assertTrue(out.isOnTcp());
    assertEquals(0, out.trySend(new byte[1], 0, 1));
    assertEquals(sent, receiveAll(ChunkSizes.BULK).length);
    assertTrue(in.isOnTcp());
    assertEquals(0, in.tryReceive(new byte[1], 0, 1));
  }

  /** As with the kernel: the first write succeeds, and the peer's reset ends the next one. */
  @Test
  void aWriteToAPeerThatHasClosedVanishesOnce() throws IOException {
    in.close(false, false);
    assertEquals(5, sendAll(new byte[5]));
    assertThrows(SocketException.class, () -> sendAll(new byte[5]));
  }

  @Test
  void aWriteThatHasBegunDoesNotVanish() throws IOException {
    out.beginWrite();
    assertEquals(5, out.trySend(new byte[9], 0, 5));
    in.close(false, false);
    assertThrows(SocketException.class, () -> out.trySend(new byte[9], 5, 4));
  }

  @Test
  void anEndThatIsClosedSendsAndReceivesNothing() throws IOException {
    out.close();
    assertThrows(SocketException.class, () -> sendAll(new byte[1]));
    in.close(false, false);
    assertThrows(SocketException.class, () -> in.tryReceive(new byte[1], 0, 1));
  }
}
