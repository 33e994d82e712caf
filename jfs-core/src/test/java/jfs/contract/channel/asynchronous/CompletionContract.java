package jfs.contract.channel.asynchronous;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.CompletionHandler;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import jfs.contract.Background;
import org.junit.jupiter.api.Test;

/** On which threads handlers are told, and how deep in the stack. */
class CompletionContract extends AsynchronousContract {

  /** What {@code sun.nio.ch.maxCompletionHandlersOnStack} is by default. */
  private static final int MOST_ON_STACK = 16;

  private static final int ROUNDS = 500;

  /** Makes threads, and knows them. */
  private static final class Own implements ThreadFactory {

    final Set<Thread> all = ConcurrentHashMap.newKeySet();

    @Override
    public Thread newThread(Runnable task) {
      Thread thread = new Thread(task, "own");
      thread.setDaemon(true);
      all.add(thread);
      return thread;
    }
  }

  @Test
  void handlersOfAFixedPoolRunOnItsThreads() throws Exception {
    Own own = new Own();
    AsynchronousChannelGroup group = AsynchronousChannelGroup.withFixedThreadPool(1, own);
    try {
      assertToldOn(own, group);
    } finally {
      group.shutdownNow();
    }
  }

  @Test
  void handlersOfAnExecutorRunOnItsThreads() throws Exception {
    Own own = new Own();
    ExecutorService pool = Executors.newCachedThreadPool(own);
    AsynchronousChannelGroup group = AsynchronousChannelGroup.withCachedThreadPool(pool, 1);
    try {
      assertToldOn(own, group);
    } finally {
      group.shutdownNow();
    }
  }

  private void assertToldOn(Own own, AsynchronousChannelGroup group) throws Exception {
    try (AsynchronousEnds ends = AsynchronousEnds.of(pairing, group)) {
      Completion<Integer> pending = ends.read(ByteBuffer.allocate(5)).assertStaysPending();
      ends.peer.send((byte) 1);
      pending.get();
      assertTrue(own.all.contains(pending.thread()), pending.thread()::toString);
      Completion<Integer> atOnce = ends.write(ByteBuffer.allocate(1));
      atOnce.get();
      assertTrue(own.all.contains(atOnce.thread()), atOnce.thread()::toString);
      ends.peer.send((byte) 1, (byte) 2);
      Completion<Integer> read = ends.read(ByteBuffer.allocate(1));
      read.get();
      assertTrue(own.all.contains(read.thread()), read.thread()::toString);
      assertNotSame(Thread.currentThread(), read.thread());
    }
  }

  /** Counts how many of its calls are on the stack of a thread at once. */
  private static final class Nested implements CompletionHandler<Integer, AsynchronousEnds> {

    final ThreadLocal<Integer> depth = ThreadLocal.withInitial(() -> 0);
    final AtomicInteger deepest = new AtomicInteger();
    final Completion<Integer> last = new Completion<>();
    int left = ROUNDS;

    @Override
    public void completed(Integer result, AsynchronousEnds ends) {
      int now = depth.get() + 1;
      depth.set(now);
      deepest.accumulateAndGet(now, Math::max);
      if (--left == 0) {
        last.completed(result, null);
      } else {
        ends.channel.read(ByteBuffer.allocate(1), ends, this);
      }
      depth.set(now - 1);
    }

    @Override
    public void failed(Throwable failure, AsynchronousEnds ends) {
      last.failed(failure, null);
    }
  }

  @Test
  void stackStaysSmallIfAllReadsFindSomething() throws Exception {
    for (int threads = 1; threads <= 2; threads++) {
      AsynchronousChannelGroup group =
          AsynchronousChannelGroup.withFixedThreadPool(threads, new Own());
      try (AsynchronousEnds ends = AsynchronousEnds.of(pairing, group)) {
        ends.peer.send(new byte[ROUNDS]);
        Nested nested = new Nested();
        ends.channel.read(ByteBuffer.allocate(1), ends, nested);
        nested.last.get();
        assertTrue(nested.deepest.get() <= MOST_ON_STACK + 1, nested.deepest::toString);
      } finally {
        group.shutdownNow();
      }
    }
  }

  @Test
  void dialogueByHandlers() throws Exception {
    AsynchronousChannelGroup group = AsynchronousChannelGroup.withFixedThreadPool(1, new Own());
    try (AsynchronousEnds ends = AsynchronousEnds.of(pairing, group)) {
      Background<Integer> echo = Background.of(() -> echo(ends));
      Completion<Integer> last = new Completion<>();
      HandlerDialogue dialogue = new HandlerDialogue(ends.channel, last);
      dialogue.start();
      echo.get();
      assertEquals(-1, last.get());
      assertEquals(ROUNDS, dialogue.rounds());
      last.assertToldOnce();
    } finally {
      group.shutdownNow();
    }
  }

  private static int echo(AsynchronousEnds ends) throws IOException {
    for (int i = 0; i < ROUNDS; i++) {
      ends.peer.send(ends.peer.receive(1));
    }
    ends.peer.receive(1);
    ends.peer.shutdownOutput();
    return ROUNDS;
  }

  /** A thread of a group may wait in a handler for what another one of it brings. */
  @Test
  void handlerMayWaitWhileOthersAreTold() throws Exception {
    AsynchronousChannelGroup group = AsynchronousChannelGroup.withFixedThreadPool(2, new Own());
    try (AsynchronousEnds ends = AsynchronousEnds.of(pairing, group)) {
      Completion<Integer> reads = new Completion<>();
      Completion<Integer> second = new Completion<>();
      Completion<Integer> all = new Completion<>();
      ends.channel.read(
          ByteBuffer.allocate(1),
          null,
          new CompletionHandler<Integer, Object>() {
            @Override
            public void completed(Integer result, Object attachment) {
              ends.channel.read(ByteBuffer.allocate(1), null, second);
              reads.completed(result, null);
              try {
                all.completed(second.get(), null);
              } catch (Exception e) {
                all.failed(e, null);
              }
            }

            @Override
            public void failed(Throwable failure, Object attachment) {
              reads.failed(failure, null);
            }
          });
      ends.peer.send((byte) 1);
      reads.get();
      ends.peer.send((byte) 2);
      assertEquals(1, all.get());
    } finally {
      group.shutdownNow();
    }
  }
}
