package jfs.shm.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A reader's stack overflows while it sleeps on TCP; the program reads again. */
@Timeout(60)
class ReceiverFullStackTest {

  private OneDirection direction;

  @BeforeEach
  void connect() throws IOException {
    direction = new OneDirection();
    direction.out.announceSwitch(0);
  }

  @AfterEach
  void disconnect() throws IOException {
    direction.close();
  }

  /** Has a thread read a byte, and waits until it has found none and reads TCP. */
  private FutureTask<Integer> sleeper() {
    int before = direction.receiver.waits.get();
    FutureTask<Integer> reading = direction.startReadingOne();
    while (direction.receiver.waits.get() == before) {
      LockSupport.parkNanos(100_000);
    }
    return reading;
  }

  private void overflowAtNextDoorbell() throws Exception {
    direction.receiver.overflows.set(1);
    FutureTask<Integer> reading = sleeper();
    direction.send(7);
    ExecutionException thrown =
        assertThrows(ExecutionException.class, () -> reading.get(30, TimeUnit.SECONDS));
    assertInstanceOf(StackOverflowError.class, thrown.getCause());
    byte[] one = new byte[1];
    assertEquals(1, direction.in.receive(one, 0, 1, 0));
    assertEquals(7, one[0]);
  }

  /** The doorbell is gone, and nothing has counted it. */
  @Test
  void theNextByteWakesTheNextReader() throws Exception {
    overflowAtNextDoorbell();
    for (int value = 0; value < 3; value++) {
      FutureTask<Integer> reading = sleeper();
      direction.send(value);
      assertEquals(value, reading.get(30, TimeUnit.SECONDS));
    }
  }

  /** Behind the switch back, a doorbell looks like a byte of the stream: none is invented. */
  @Test
  void aReturnToTcpEndsTheConnection() throws Exception {
    overflowAtNextDoorbell();
    direction.in.disarm();
    assertEquals(0, direction.in.available(0));
    FutureTask<Integer> reading = sleeper();
    direction.out.returnToTcp();
    direction.send(9);
    ExecutionException thrown =
        assertThrows(ExecutionException.class, () -> reading.get(30, TimeUnit.SECONDS));
    assertEquals("Connection reset", thrown.getCause().getMessage());
  }
}
