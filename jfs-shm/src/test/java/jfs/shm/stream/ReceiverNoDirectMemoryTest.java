package jfs.shm.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A reader that sleeps on TCP while the program has used up direct memory, which the JDK reads
 * into: the thread has as much of it as it took for its own reads before, or none.
 */
@Timeout(60)
class ReceiverNoDirectMemoryTest {

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

  @Test
  void asksForNoMoreThanTheProgram() throws Exception {
    direction.receiver.mostRead = 1;
    FutureTask<Integer> reading = direction.startReadingOne();
    direction.send(7);
    assertEquals(7, reading.get(30, TimeUnit.SECONDS));
    byte[] one = new byte[1];
    assertThrows(
        SocketTimeoutException.class, () -> direction.in.receive(one, 0, 1, 1), "sleeps on TCP");
    assertEquals(0, direction.receiver.readsWithoutMemory.get());
  }

  @Test
  void looksAtTheRingWhereThereIsNothing() throws Exception {
    direction.receiver.mostRead = 0;
    FutureTask<Integer> reading = direction.startReadingOne();
    while (direction.receiver.readsWithoutMemory.get() == 0) {
      LockSupport.parkNanos(100_000);
    }
    direction.send(8);
    assertEquals(8, reading.get(30, TimeUnit.SECONDS));
    assertEquals(0, direction.in.available(0));
  }

  @Test
  void keepsItsTimeout() {
    direction.receiver.mostRead = 0;
    byte[] one = new byte[1];
    assertThrows(SocketTimeoutException.class, () -> direction.in.receive(one, 0, 1, 20));
  }
}
