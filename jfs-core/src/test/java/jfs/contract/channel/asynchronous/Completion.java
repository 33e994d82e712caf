package jfs.contract.channel.asynchronous;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.channels.CompletionHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import jfs.contract.Background;

/**
 * A handler that keeps what it was told, and counts how often.
 *
 * @param <V> what the operation returns
 */
final class Completion<V> implements CompletionHandler<V, Object> {

  /** How long to look at something that must not happen. */
  private static final int WATCH_MILLIS = 15;

  private final CompletableFuture<V> told = new CompletableFuture<>();
  private final AtomicInteger count = new AtomicInteger();

  /** The thread that told. Written before the result is there. */
  private volatile Thread thread;

  @Override
  public void completed(V result, Object attachment) {
    count.incrementAndGet();
    thread = Thread.currentThread();
    told.complete(result);
  }

  @Override
  public void failed(Throwable failure, Object attachment) {
    count.incrementAndGet();
    thread = Thread.currentThread();
    told.completeExceptionally(failure);
  }

  /** Waits for the result, or throws why the operation failed. */
  V get() throws Exception {
    try {
      return told.get(Background.PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw new AssertionError(e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError("nothing told", e);
    }
  }

  /** The thread that told. */
  Thread thread() {
    return thread;
  }

  /** Watches for so long; whether the operation has not ended by then. */
  boolean isPending(int millis) throws InterruptedException {
    try {
      told.get(millis, TimeUnit.MILLISECONDS);
      return false;
    } catch (ExecutionException e) {
      return false;
    } catch (TimeoutException e) {
      return true;
    }
  }

  /** Watches for a while: the operation must not have ended by then. */
  Completion<V> assertStaysPending() throws InterruptedException {
    assertTrue(isPending(WATCH_MILLIS), told::toString);
    return this;
  }

  /** Watches for a while whether it is told again. */
  void assertToldOnce() throws InterruptedException {
    Thread.sleep(WATCH_MILLIS);
    assertEquals(1, count.get());
  }
}
