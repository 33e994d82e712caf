package jfs.agent.programs.soak;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/**
 * A while in which a channel is in blocking mode. It reads as long as it writes, since the peer may
 * do the same.
 */
abstract class BlockingWhile {

  private static final int MOST_WRITES = 3;
  private static final int MOST_TIMEOUT_MILLIS = 5;

  private final SocketChannel channel;
  private final Flow flow;
  private final Random random;
  private final ExecutorService threads;

  BlockingWhile(SocketChannel channel, Flow flow, Random random, ExecutorService threads) {
    this.channel = channel;
    this.flow = flow;
    this.random = random;
    this.threads = threads;
  }

  /** What is to be written next. */
  abstract byte[] next();

  /** A write has returned this. */
  abstract void wrote(int n);

  /** Where reads put what they get. */
  abstract byte[] room();

  /** A read has returned this, with as many bytes in the room. */
  abstract void took(int n);

  void play() throws Exception {
    if (flow.maySend() == 0) {
      took(SoakBuffers.read(channel, room(), 1 + random.nextInt(room().length), random));
    } else if (flow.isByTurns()) {
      write();
    } else {
      Future<Void> writing =
          threads.submit(
              () -> {
                for (int i = random.nextInt(MOST_WRITES); i >= 0 && flow.maySend() > 0; i--) {
                  write();
                }
                return null;
              });
      readMeanwhile(writing);
      try {
        writing.get();
      } catch (ExecutionException e) {
        throw e.getCause() instanceof IOException cause ? cause : e;
      }
    }
  }

  private void write() throws IOException {
    // It need not write all: the JDK's does not while another thread's read has a timeout.
    int n = SoakBuffers.write(channel, next(), random);
    if (n <= 0) {
      throw new IllegalStateException("a blocking write of " + n);
    }
    wrote(n);
  }

  private void readMeanwhile(Future<Void> writing) throws IOException {
    channel.socket().setSoTimeout(1 + random.nextInt(MOST_TIMEOUT_MILLIS));
    InputStream in = channel.socket().getInputStream();
    int n = 0;
    // The writer may have written all, and this thread have closed the channel, before the task is
    // done.
    while (n >= 0 && channel.isOpen() && !writing.isDone()) {
      try {
        n = in.read(room(), 0, 1 + random.nextInt(room().length));
        took(n);
      } catch (SocketTimeoutException e) {
        // It looks whether the writer is done.
      }
    }
  }
}
