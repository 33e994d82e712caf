package jfs.shm.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jfs.core.transport.Anchor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a reader finds whose link has ended, before it knows whether the peer's process has. */
@Timeout(60)
class CutOffTest {

  private static final byte[] WORDS = {1, 2, 3, 4};

  /** No more than TCP takes without a reader. */
  private static final byte[] MANY = new byte[50_000];

  private static int receive(OneDirection direction, int timeoutMillis) throws Exception {
    return direction.in.receive(new byte[100], 0, 100, timeoutMillis);
  }

  /** A reader that has found the ring empty, and waits for TCP's verdict. */
  private static FutureTask<Integer> awaitingVerdict(OneDirection direction) {
    FutureTask<Integer> reading = new FutureTask<>(() -> receive(direction, 0));
    Thread thread = new Thread(reading);
    thread.setDaemon(true);
    thread.start();
    while (Arrays.stream(thread.getStackTrace())
        .noneMatch(frame -> frame.getMethodName().equals("readTcp"))) {
      Thread.onSpinWait();
    }
    return reading;
  }

  private static void letVerdictBecomeDue() {
    long due =
        System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(BlockingShmReceiver.DEATH_MILLIS + 1);
    while (due - System.nanoTime() > 0) {
      LockSupport.parkNanos(due - System.nanoTime());
    }
  }

  /** Its threads do not know yet that the link has ended. */
  @Test
  void whatALivingPeerStillWritesIsReadBeforeItsEnd() throws Exception {
    try (OneDirection direction = new OneDirection()) {
      direction.out.announceSwitch(0);
      direction.in.lost();
      FutureTask<Integer> reading = awaitingVerdict(direction);
      direction.out.send(WORDS, 0, WORDS.length);
      direction.out.finish();
      direction.sender.socket.close();
      assertEquals(WORDS.length, reading.get(20, TimeUnit.SECONDS));
      assertEquals(-1, receive(direction, 0));
    }
  }

  /** The kernel ended the link of a dead peer first, and TCP only after a read had timed out. */
  @Test
  void aLaterReadLooksAtTcpBeforeItTellsOfAReset() throws Exception {
    try (OneDirection direction = new OneDirection()) {
      direction.out.announceSwitch(0);
      direction.in.lost();
      assertThrows(SocketTimeoutException.class, () -> receive(direction, 1));
      direction.sender.write(WORDS, 0, 1); // a doorbell, which lies before the end
      direction.sender.socket.close();
      letVerdictBecomeDue();
      assertEquals(-1, receive(direction, 0));
    }
  }

  @Test
  void aSelectorsReadDoesSo() throws Exception {
    try (OneDirection direction = new OneDirection()) {
      direction.out.announceSwitch(0);
      direction.in.lost();
      assertEquals(0, receive(direction, Anchor.NO_WAIT));
      direction.sender.write(WORDS, 0, 1);
      direction.sender.socket.shutdownOutput();
      letVerdictBecomeDue();
      assertEquals(-1, receive(direction, Anchor.NO_WAIT));
    }
  }

  /** Without direct memory TCP tells nothing. */
  @Test
  void aReadThatCouldNotLookAtTcpTellsOfNoReset() throws Exception {
    try (OneDirection direction = new OneDirection()) {
      direction.out.announceSwitch(0);
      direction.in.lost();
      assertThrows(SocketTimeoutException.class, () -> receive(direction, 1));
      direction.sender.socket.close();
      letVerdictBecomeDue();
      direction.receiver.mostRead = 0;
      assertThrows(SocketTimeoutException.class, () -> receive(direction, 10));
      assertEquals(0, receive(direction, Anchor.NO_WAIT));
      direction.receiver.mostRead = Integer.MAX_VALUE;
      assertEquals(-1, receive(direction, 0));
    }
  }

  /** The kernel tells of its bytes. To read them to find its end could take for ever. */
  @Test
  void aSelectorLeavesBytesOnTcpToWhichThePeerHasReturned() throws Exception {
    try (OneDirection direction = new OneDirection()) {
      direction.out.announceSwitch(0);
      direction.out.staysOnTcp();
      direction.sender.write(MANY, 0, MANY.length);
      while (direction.receiver.available() < MANY.length) {
        Thread.onSpinWait();
      }
      direction.in.lost();
      assertFalse(direction.in.canReceive(false));
      assertTrue(direction.in.arm(null));
      assertEquals(MANY.length, direction.receiver.available());
      letVerdictBecomeDue();
      assertFalse(direction.in.canReceive(false), "it is no reset that the link has ended");
      assertTrue(direction.in.canReceive(true));
      assertEquals(100, receive(direction, Anchor.NO_WAIT));
    }
  }

  @Test
  void aPeerWhoseTcpGoesOnHasResetTheConnection() throws Exception {
    try (OneDirection direction = new OneDirection()) {
      direction.out.announceSwitch(0);
      direction.in.lost();
      SocketException e = assertThrows(SocketException.class, () -> receive(direction, 0));
      assertEquals("Connection reset", e.getMessage());
    }
  }
}
