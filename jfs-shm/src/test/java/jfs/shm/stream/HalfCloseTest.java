package jfs.shm.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import jfs.core.ring.WaitWord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a receiver that sleeps on TCP learns of the end of what it receives. */
@Timeout(60)
class HalfCloseTest {

  private static FutureTask<Integer> sleeper(OneDirection direction) {
    FutureTask<Integer> reading =
        new FutureTask<>(() -> direction.in.receive(new byte[1], 0, 1, 0));
    Thread thread = new Thread(reading);
    thread.setDaemon(true);
    thread.start();
    while (direction.in.control().receiverWaits().get() == WaitWord.AWAKE) {
      Thread.onSpinWait();
    }
    return reading;
  }

  @Test
  void tcpsOwnEndWakesIt() throws Exception {
    try (OneDirection direction = new OneDirection()) {
      direction.out.announceSwitch(0);
      FutureTask<Integer> reading = sleeper(direction);
      direction.out.finish();
      assertEquals(-1, reading.get(20, TimeUnit.SECONDS));
    }
  }

  /** An unread doorbell would make the kernel reset the connection if the JVM were killed. */
  @Test
  void noByteIsWrittenForIt() throws Exception {
    try (OneDirection direction = new OneDirection()) {
      direction.out.announceSwitch(0);
      direction.in.tcp().doorbells().arm();
      direction.out.finish();
      assertEquals(-1, direction.receiver.read(new byte[1], 0, 1, 0));
    }
  }

  @Test
  void itIsWokenWhereTheJdkHasNoHeapToEndTcp() throws Exception {
    try (OneDirection direction = new OneDirection()) {
      direction.out.announceSwitch(0);
      FutureTask<Integer> reading = sleeper(direction);
      direction.sender.endsWithoutMemory = true;
      assertThrows(OutOfMemoryError.class, direction.out::finish);
      assertEquals(-1, reading.get(20, TimeUnit.SECONDS));
      direction.sender.endsWithoutMemory = false;
      direction.out.finish(); // as a program may that got the error
      assertEquals(-1, direction.receiver.read(new byte[1], 0, 1, 0));
    }
  }
}
