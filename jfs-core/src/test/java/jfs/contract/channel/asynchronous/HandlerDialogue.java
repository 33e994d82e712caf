package jfs.contract.channel.asynchronous;

import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.CompletionHandler;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import jfs.contract.Background;

/** Writes a byte and reads one, again and again, by handlers, until something fails. */
final class HandlerDialogue implements CompletionHandler<Integer, Boolean> {

  private final AsynchronousSocketChannel channel;
  private final Completion<Integer> last;
  private final ByteBuffer one = ByteBuffer.allocate(1);
  private final AtomicInteger rounds = new AtomicInteger();

  /**
   * Prepares one.
   *
   * @param last is told of the failure
   */
  HandlerDialogue(AsynchronousSocketChannel channel, Completion<Integer> last) {
    this.channel = channel;
    this.last = last;
  }

  void start() {
    one.clear();
    channel.write(one, true, this);
  }

  @Override
  public void completed(Integer result, Boolean wrote) {
    one.clear();
    if (result < 0) {
      last.completed(result, null);
    } else if (wrote) {
      channel.read(one, false, this);
    } else {
      rounds.incrementAndGet();
      channel.write(one, true, this);
    }
  }

  @Override
  public void failed(Throwable failure, Boolean wrote) {
    last.failed(failure, null);
  }

  /** How many bytes have come back. */
  int rounds() {
    return rounds.get();
  }

  /** Waits for that. */
  void awaitRounds(int wanted) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(Background.PATIENCE_SECONDS);
    while (rounds.get() < wanted) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("only " + rounds + " of " + wanted);
      }
      Thread.onSpinWait();
    }
  }
}
