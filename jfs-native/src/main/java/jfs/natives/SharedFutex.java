package jfs.natives;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import jfs.core.transport.FirstUse;

/** {@link Futex} as the transports know it. */
public final class SharedFutex implements jfs.core.wait.Futex {

  @Override
  public boolean isAvailable() {
    FirstUse.of(Futex.class); // a thread that goes to sleep may have no heap for it
    return NativeLibrary.isLoaded();
  }

  @Override
  public void await(ByteBuffer memory, int at, int expected, long nanos) {
    try {
      Futex.await(Futex.address(memory) + at, expected, nanos);
    } finally {
      Reference.reachabilityFence(memory);
    }
  }

  @Override
  public void wake(ByteBuffer memory, int at) {
    try {
      Futex.wake(Futex.address(memory) + at, Integer.MAX_VALUE);
    } finally {
      Reference.reachabilityFence(memory);
    }
  }
}
