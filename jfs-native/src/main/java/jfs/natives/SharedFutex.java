package jfs.natives;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import jfs.core.transport.FirstUse;
import jfs.core.wait.Futex;

/** {@link FutexCalls}, as the interface that the transports use. */
public final class SharedFutex implements Futex {

  @Override
  public boolean isAvailable() {
    FirstUse.of(FutexCalls.class); // load it now: a thread that goes to sleep may lack heap
    return NativeLibrary.isLoaded();
  }

  @Override
  public void await(ByteBuffer memory, int at, int expected, long nanos) {
    try {
      FutexCalls.await(FutexCalls.address(memory) + at, expected, nanos);
    } finally {
      Reference.reachabilityFence(memory);
    }
  }

  @Override
  public void wake(ByteBuffer memory, int at) {
    try {
      FutexCalls.wake(FutexCalls.address(memory) + at, Integer.MAX_VALUE);
    } finally {
      Reference.reachabilityFence(memory);
    }
  }
}
