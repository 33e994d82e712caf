package jfs.core.runtime;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import org.junit.jupiter.api.Test;

class VirtualThreadsTest {

  @Test
  void aPlatformThreadIsNone() {
    assertFalse(VirtualThreads.isVirtual(Thread.currentThread()));
  }

  /** The caller waits for memory; for another error it would give up. */
  @Test
  void lackOfMemoryIsThrownAsItIs() {
    OutOfMemoryError lack = new OutOfMemoryError("of this test's");
    MethodHandle throwing =
        MethodHandles.dropArguments(
            MethodHandles.throwException(boolean.class, OutOfMemoryError.class).bindTo(lack),
            0,
            Thread.class);
    assertSame(
        lack,
        assertThrows(
            OutOfMemoryError.class, () -> VirtualThreads.ask(throwing, Thread.currentThread())));
  }
}
