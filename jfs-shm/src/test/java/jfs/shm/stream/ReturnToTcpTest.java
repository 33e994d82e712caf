package jfs.shm.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import jfs.core.ring.WaitWord;
import jfs.core.tcp.Flags;
import jfs.core.transport.Reason;
import jfs.core.transport.TransportFailure;
import jfs.shm.memory.ChunkSizes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A direction that cannot grow goes on by TCP, behind the doorbells that lie there. */
@Timeout(60)
class ReturnToTcpTest {

  private static final int IN_FIRST = ChunkSizes.FIRST - 64;

  private OneDirection direction;
  private OneDirection.Pool pool;
  private OneDirection.End sender;
  private OneDirection.End receiver;
  private BlockingShmSender out;
  private BlockingShmReceiver in;

  @BeforeEach
  void connect() throws IOException {
    direction = new OneDirection();
    pool = direction.pool;
    sender = direction.sender;
    receiver = direction.receiver;
    out = direction.out;
    in = direction.in;
  }

  @AfterEach
  void disconnect() throws IOException {
    direction.close();
  }

  private static byte[] bytes(int n, long seed) {
    byte[] bytes = new byte[n];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private byte[] receive(int n, Random pieces) throws IOException {
    byte[] bytes = new byte[n];
    for (int at = 0; at < n; ) {
      int got = in.receive(bytes, at, Math.min(n - at, 1 + pieces.nextInt(5000)), 0);
      assertTrue(got > 0, "end of file at " + at);
      at += got;
    }
    return bytes;
  }

  private static <T> FutureTask<T> start(Callable<T> action) {
    FutureTask<T> task = new FutureTask<>(action);
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  private void returnAndRead() throws Exception {
    out.announceSwitch(0);
    byte[] sent = bytes(500_000, 1);
    out.send(sent, 0, sent.length);
    assertArrayEquals(sent, receive(sent.length, new Random(1)));
  }

  /** The sender's kernel has none of the bytes, so this resets in its place. */
  @Test
  void aSenderThatDiesWithBytesUnreadIsReset() throws Exception {
    returnAndRead();
    direction.back.send(new byte[1], 0, 1);
    sender.socket.close();
    for (int i = 0; i < 2; i++) {
      SocketException e =
          assertThrows(SocketException.class, () -> in.receive(new byte[1], 0, 1, 0));
      assertEquals("Connection reset", e.getMessage());
    }
  }

  @Test
  void aSenderThatEndsItsOutputHasEndedWhateverItLeavesUnread() throws Exception {
    returnAndRead();
    direction.back.send(new byte[1], 0, 1);
    out.finish();
    sender.socket.close();
    assertEquals(-1, in.receive(new byte[1], 0, 1, 0));
  }

  /** The JDK writes past JFS there: no memory is short. */
  @Test
  void whoIsToldToStayOnTcpHasNotFailed() throws Exception {
    out.announceSwitch(0);
    assertTrue(out.staysOnTcp());
    assertTrue(out.sendsOnTcp());
    assertEquals(List.of(), sender.failures);
    assertFalse(sender.explained.isDone());
  }

  @Test
  void whatNobodyReadsIsTakenByTcp() throws Exception {
    out.announceSwitch(0);
    byte[] sent = bytes(500_000, 1);
    out.send(sent, 0, sent.length); // returns, though no thread reads
    assertEquals(Reason.NO_MEMORY, sender.explained.get(0, TimeUnit.SECONDS));
    assertEquals(List.of(TransportFailure.NO_MEMORY), sender.failures);
    assertTrue(in.available(0) > IN_FIRST);
    assertArrayEquals(sent, receive(sent.length, new Random(1)));
    assertEquals(0, in.available(0));
    out.finish();
    assertEquals(-1, in.receive(new byte[1], 0, 1, 0));
  }

  /** As when a thread has read from the ring alone, and the program then fills direct memory. */
  @Test
  void readerGetsWhatThereIsDirectMemoryFor() throws Exception {
    out.announceSwitch(0);
    byte[] sent = bytes(100_000, 6);
    out.send(sent, 0, sent.length);
    receiver.mostRead = 100;
    assertArrayEquals(sent, receive(sent.length, new Random(6)));
    assertTrue(receiver.readsWithoutMemory.get() > 0);
  }

  @Test
  void whatTcpDoesNotTakeEitherWaitsThere() throws Exception {
    out.announceSwitch(0);
    byte[] sent = bytes(64 << 20, 2);
    FutureTask<Void> sending =
        start(
            () -> {
              out.send(sent, 0, sent.length);
              out.finish();
              return null;
            });
    assertEquals(Reason.NO_MEMORY, sender.explained.get(30, TimeUnit.SECONDS));
    assertArrayEquals(sent, receive(sent.length, new Random(2)));
    sending.get(30, TimeUnit.SECONDS);
    assertEquals(-1, in.receive(new byte[1], 0, 1, 0));
  }

  /** A reader that knew only TCP took all that was on its way there. */
  @Test
  void bytesThatAReaderGotBeforeItsTurnKeepIt() throws Exception {
    out.announceSwitch(0);
    byte[] sent = bytes(10_000, 3);
    out.send(sent, 0, sent.length);
    byte[] early = new byte[2000];
    int n = receiver.read(early, 0, early.length, 0);
    in.readBeyondSwitch(early, 0, n);
    assertEquals(sent.length, in.available(0));
    assertArrayEquals(sent, receive(sent.length, new Random(3)));
  }

  @Test
  void aCloseTakesDoorbellsAndNothingElse() throws Exception {
    in.control().receiverWaits().arm(WaitWord.ON_TCP);
    out.announceSwitch(0);
    assertEquals(9, in.tcp().doorbellsAmong(9));
    byte[] sent = bytes(10_000, 4);
    out.send(sent, 0, sent.length);
    assertEquals(1, in.tcp().doorbellsAmong(9));
  }

  /** Readers asleep on TCP and awake, fast and slow; the ring gives up early and late. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void everyByteArrivesInItsPlace(int moreChunks) throws Exception {
    pool.chunks = moreChunks;
    Random random = new Random(moreChunks);
    out.announceSwitch(0);
    byte[] sent = bytes(3_000_000, moreChunks);
    FutureTask<Void> sending =
        start(
            () -> {
              Random pieces = new Random(7);
              for (int at = 0; at < sent.length; ) {
                int n = Math.min(sent.length - at, 1 + pieces.nextInt(pieces.nextInt(40_000) + 1));
                out.send(sent, at, n);
                at += n;
                if (pieces.nextInt(8) == 0) {
                  TimeUnit.MICROSECONDS.sleep(200);
                }
              }
              out.finish();
              return null;
            });
    byte[] received = new byte[sent.length];
    for (int at = 0; at < received.length; ) {
      int n = in.receive(received, at, Math.min(received.length - at, 1 + random.nextInt(9000)), 0);
      assertTrue(n > 0, "end of file at " + at);
      at += n;
      if (random.nextInt(50) == 0) {
        TimeUnit.MILLISECONDS.sleep(5);
      }
    }
    assertEquals(-1, Arrays.mismatch(sent, received));
    sending.get(30, TimeUnit.SECONDS);
    assertEquals(-1, in.receive(new byte[1], 0, 1, 0));
  }

  @Test
  void aCloseEndsAWriteThatTcpDoesNotTake() throws Exception {
    out.announceSwitch(0);
    FutureTask<Void> sending =
        start(
            () -> {
              byte[] sent = bytes(64 << 20, 5);
              out.send(sent, 0, sent.length);
              return null;
            });
    sender.explained.get(30, TimeUnit.SECONDS);
    out.close();
    sender.socket.close();
    Throwable thrown = null;
    try {
      sending.get(30, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      thrown = e.getCause();
    }
    assertEquals(SocketException.class, thrown == null ? null : thrown.getClass());
  }

  @Test
  void aRingThatWasLargeBecomesSmallerOnceItWasEmptied() throws Exception {
    pool.chunks = 100;
    out.announceSwitch(0);
    byte[] sent = bytes(600_000, 6);
    FutureTask<Void> sending =
        start(
            () -> {
              out.send(sent, 0, sent.length);
              return null;
            });
    sending.get(30, TimeUnit.SECONDS); // though no thread reads: into a large chunk
    assertEquals(ChunkSizes.SPILL, out.ring().chunkSize());
    assertArrayEquals(sent, receive(sent.length, new Random(6)));
    out.send(sent, 0, 1);
    out.send(sent, 1, 1);
    assertEquals(ChunkSizes.BULK, out.ring().chunkSize());
    assertArrayEquals(Arrays.copyOf(sent, 2), receive(2, new Random(6)));
  }

  /** By then the memory may belong to another connection. */
  @Test
  void aLateWriteOnAClosedConnectionDoesNotTouchTheRing() throws Exception {
    pool.chunks = 100;
    out.announceSwitch(0);
    byte[] sent = bytes(600_000, 8);
    FutureTask<Void> sending =
        start(
            () -> {
              out.send(sent, 0, sent.length);
              return null;
            });
    sending.get(30, TimeUnit.SECONDS);
    assertArrayEquals(sent, receive(sent.length, new Random(8)));
    out.close();
    int left = pool.chunks;
    SocketException thrown = null;
    try {
      out.send(sent, 0, 1);
    } catch (SocketException e) {
      thrown = e;
    }
    assertEquals("Socket closed", thrown == null ? "" : thrown.getMessage());
    assertEquals(ChunkSizes.SPILL, out.ring().chunkSize());
    assertEquals(left, pool.chunks);
  }

  /** TCP answers a write to a peer that has closed: the first vanishes, as without a transport. */
  @Test
  void aPeerThatHasClosedIsNotSwitchedTo() throws Exception {
    in.close(false, false);
    assertFalse(out.announceSwitch(10));
    assertEquals(-1, in.control().switchedAt());
  }

  @Test
  void bytesLeftOnTcpBeforeTheSwitchCountAsUnread() throws Exception {
    in.close(false, true);
    assertTrue((out.control().receiverFlags() & Flags.UNREAD) != 0);
  }

  /** The last bytes before the switch lie unread in front of those that came after the return. */
  @Test
  void bytesBeforeTheSwitchAreNotCountedTwice() throws Exception {
    sender.write(new byte[1000], 0, 1000);
    out.announceSwitch(1000);
    byte[] sent = bytes(60_000, 9); // these all lie at the receiver
    out.send(sent, 0, sent.length);
    assertEquals(sent.length, in.available(1000));
  }

  @Test
  void ownOutputStaysShut() throws Exception {
    out.announceSwitch(0);
    byte[] sent = bytes(100_000, 7);
    out.send(sent, 0, sent.length);
    out.finish();
    SocketException thrown = null;
    try {
      out.send(sent, 0, 1);
    } catch (SocketException e) {
      thrown = e;
    }
    assertEquals("Broken pipe", thrown == null ? "" : thrown.getMessage());
    OutputStream tcp = receiver.socket.getOutputStream();
    tcp.write(1); // the other direction is open
    assertEquals(1, sender.read(new byte[1], 0, 1, 0));
  }
}
