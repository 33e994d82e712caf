package jfs.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import jfs.testing.Needed;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FutexCallsTest {

  private static final VarHandle INT =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

  private static final int ROUNDS = 20_000;

  @TempDir private Path folder;

  private final ByteBuffer memory = ByteBuffer.allocateDirect(256).order(ByteOrder.nativeOrder());

  @BeforeAll
  static void load() {
    Needed.require(NativeLibrary.isLoaded(), NativeLibrary.status().toString());
  }

  @Test
  void findsADirectBufferWhateverItsPosition() {
    long address = FutexCalls.address(memory);
    assertNotEquals(0, address);
    assertEquals(address, FutexCalls.address(memory.duplicate().position(8).limit(16)));
    assertEquals(address + 8, FutexCalls.address(memory.slice(8, 4)));
    assertThrows(IllegalArgumentException.class, () -> FutexCalls.address(ByteBuffer.allocate(8)));
    assertThrows(NullPointerException.class, () -> FutexCalls.address(null));
  }

  @Test
  void returnsAtOnceIfTheWordIsAnother() {
    assertEquals(0, FutexCalls.await(FutexCalls.address(memory), 1, 0));
  }

  @Test
  void sleepsForItsTime() {
    long start = System.nanoTime();
    assertEquals(
        1, FutexCalls.await(FutexCalls.address(memory), 0, TimeUnit.MILLISECONDS.toNanos(20)));
    assertTrue(System.nanoTime() - start >= TimeUnit.MILLISECONDS.toNanos(20));
  }

  @Test
  void refusesAnAddressBetweenWords() {
    long address = FutexCalls.address(memory) + 2;
    assertThrows(IllegalArgumentException.class, () -> FutexCalls.await(address, 0, 1));
    assertThrows(IllegalArgumentException.class, () -> FutexCalls.wake(address, 1));
  }

  @Test
  void survivesAnAddressOfNothing() {
    assertEquals(-Errno.EFAULT, FutexCalls.await(0, 0, 1));
    assertEquals(-Errno.EFAULT, FutexCalls.await(4096, 0, 1));
    assertEquals(-Errno.EINVAL, FutexCalls.wake(FutexCalls.address(memory), 0));
  }

  @Test
  void wakesASleeperThatHasTheMemoryElsewhere() throws Exception {
    try (FileChannel file =
        FileChannel.open(
            folder.resolve("memory"),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      ByteBuffer here = file.map(FileChannel.MapMode.READ_WRITE, 0, 4096);
      ByteBuffer there = file.map(FileChannel.MapMode.READ_WRITE, 0, 4096);
      assertNotEquals(FutexCalls.address(here), FutexCalls.address(there));
      assertEquals(0, FutexCalls.wake(FutexCalls.address(here) + 64, 1), "nobody sleeps");
      AtomicReference<Integer> result = new AtomicReference<>();
      Thread sleeper =
          new Thread(
              () -> result.set(FutexCalls.await(FutexCalls.address(there) + 64, 0, 0)), "sleeper");
      sleeper.start();
      while (FutexCalls.wake(FutexCalls.address(here) + 64, 1) == 0) {
        Thread.onSpinWait();
      }
      sleeper.join();
      assertEquals(0, result.get());
    }
  }

  @Test
  void losesNoWakeUp() throws InterruptedException {
    Thread other =
        new Thread(
            () -> {
              for (int round = 1; round <= ROUNDS; round++) {
                take(0, round);
                put(128, round);
              }
            },
            "echo");
    other.start();
    for (int round = 1; round <= ROUNDS; round++) {
      put(0, round);
      take(128, round);
    }
    other.join();
  }

  /** Puts a count at the offset; the word 64 bytes further says whether its reader sleeps. */
  private void put(int offset, int count) {
    INT.setRelease(memory, offset, count);
    VarHandle.fullFence();
    if ((int) INT.getOpaque(memory, offset + 64) != 0
        && (int) INT.getAndSet(memory, offset + 64, 0) != 0) {
      assertTrue(FutexCalls.wake(FutexCalls.address(memory) + offset + 64, 1) >= 0);
    }
  }

  private void take(int offset, int count) {
    while ((int) INT.getAcquire(memory, offset) != count) {
      INT.setOpaque(memory, offset + 64, 1);
      VarHandle.fullFence();
      if ((int) INT.getAcquire(memory, offset) == count) {
        INT.setVolatile(memory, offset + 64, 0);
        return;
      }
      assertEquals(0, FutexCalls.await(FutexCalls.address(memory) + offset + 64, 1, 0));
    }
  }
}
