package jfs.core.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two threads, one at each end: what comes out is what went in. */
@SuppressWarnings("ThreadPriorityCheck") // the other end may need the processor
class RingPumpTest {

  private static final long TOTAL = 24 << 20;
  private static final int[] SIZES = {4096, 8192, 32 * 1024, 256 * 1024};

  private static final byte[] NOISE = new byte[1 << 20];

  static {
    new SplittableRandom(42).nextBytes(NOISE);
  }

  private final Direction ring = new Direction(4096, 2 << 20);

  @ParameterizedTest
  @ValueSource(ints = {10, 1000, 10_000, 500_000})
  void bytesOfRandomSizesComeThrough(int largest) throws Exception {
    SplittableRandom random = new SplittableRandom(largest);
    SplittableRandom sizesSent = random.split();
    SplittableRandom sizesReceived = random.split();
    FutureTask<Long> sending = start(() -> send(sizesSent, largest));
    FutureTask<Long> receiving = start(() -> receive(sizesReceived, largest));
    assertEquals(sending.get(20, TimeUnit.SECONDS), receiving.get(20, TimeUnit.SECONDS));
    assertEquals(0, ring.sender.pending());
    assertEquals(0, ring.receiver.available());
    assertEquals(1, ring.sender.chunks());
    assertEquals(1, ring.arena.held.size());
    assertTrue(ring.arena.freed.size() > 2, "never moved");
    ring.arena.assertIntact();
  }

  private static FutureTask<Long> start(Callable<Long> action) {
    FutureTask<Long> task = new FutureTask<>(action);
    Thread thread = new Thread(task, "pump");
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  private long total(int largest) {
    return Math.min(TOTAL, largest * 200_000L);
  }

  private long send(SplittableRandom random, int largest) throws CorruptRingException {
    CRC32C sum = new CRC32C();
    long left = total(largest);
    while (left > 0) {
      int length = (int) Math.min(left, random.nextInt(1, largest + 1));
      int offset = random.nextInt(NOISE.length - length + 1);
      int n = ring.sender.put(NOISE, offset, length);
      sum.update(NOISE, offset, n);
      left -= n;
      if (n == 0) {
        Thread.yield();
      }
      if (left > 0 && random.nextInt(100) == 0) { // the last chunk is left only for a byte beyond
        ring.sender.moveTo(SIZES[random.nextInt(SIZES.length)]);
      }
    }
    return sum.getValue();
  }

  private long receive(SplittableRandom random, int largest) throws CorruptRingException {
    CRC32C sum = new CRC32C();
    byte[] bytes = new byte[largest];
    long left = total(largest);
    while (left > 0) {
      int length = random.nextInt(1, largest + 1);
      int n = ring.receiver.take(bytes, largest - length, length);
      sum.update(bytes, largest - length, n);
      left -= n;
      if (n == 0) {
        Thread.yield();
      }
    }
    return sum.getValue();
  }
}
