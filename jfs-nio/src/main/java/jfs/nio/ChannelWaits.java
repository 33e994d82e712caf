package jfs.nio;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import jfs.core.runtime.UninterruptibleWait;
import jfs.core.runtime.VirtualThreads;

/**
 * The threads that wait for one channel: at most one to read, accept or connect, and one to write;
 * the carrier's locks ensure that. Does not refer to the carrier, so that an unused carrier can be
 * collected and its channel closed.
 *
 * <p>What a thread needs to wait is made at its first wait and kept until the end. That and {@link
 * #close} hold this object's monitor, so that nothing is registered after a close. The fields are
 * volatile so that later waits need no monitor.
 */
final class ChannelWaits {

  private final SelectableChannel channel;
  private volatile Parker reading;
  private volatile Parker writing;
  private volatile PolledChannel polled;
  private boolean closed;

  ChannelWaits(SelectableChannel channel) {
    this.channel = channel;
  }

  /**
   * Waits until the channel is ready for {@code op}, or is closing, or {@code nanos} (0: for ever)
   * have passed. May return for no reason at all.
   *
   * @throws java.io.InterruptedIOException if the thread is virtual and is interrupted
   */
  void await(int op, long nanos) throws IOException {
    Thread self = Thread.currentThread();
    if (VirtualThreads.isVirtual(self)) {
      awaitPolled(op, nanos);
    } else if (self.isInterrupted()) {
      UninterruptibleWait.await(() -> awaitAlone(op, nanos));
    } else {
      awaitAlone(op, nanos);
    }
  }

  private void awaitAlone(int op, long nanos) throws IOException {
    Parker parker = parker(op);
    if (parker != null) {
      parker.park(op, nanos);
    } else {
      awaitPolled(op, nanos);
    }
  }

  private void awaitPolled(int op, long nanos) throws IOException {
    PolledChannel shared = polled();
    if (shared != null) {
      shared.park(op, nanos);
    }
  }

  private Parker parker(int op) throws IOException {
    Parker parker = op == SelectionKey.OP_WRITE ? writing : reading;
    return parker != null ? parker : newParker(op);
  }

  private synchronized Parker newParker(int op) throws IOException {
    Selector selector = closed ? null : SelectorPool.lend();
    if (selector == null) {
      return null;
    }
    Parker parker;
    try {
      parker = new Parker(selector, channel, op);
    } catch (ClosedChannelException e) {
      SelectorPool.giveBack(selector); // the channel closes itself when it fails to connect
      throw e;
    }
    if (op == SelectionKey.OP_WRITE) {
      writing = parker;
    } else {
      reading = parker;
    }
    return parker;
  }

  private PolledChannel polled() throws IOException {
    PolledChannel shared = polled;
    return shared != null ? shared : newPolled();
  }

  private synchronized PolledChannel newPolled() throws IOException {
    if (polled == null && !closed) {
      polled = new PolledChannel(SharedPoller.ofProcess(), channel);
    }
    return polled;
  }

  /** Wakes up every waiter; on return the channel is registered with no selector. */
  synchronized void close() throws IOException {
    closed = true;
    try {
      if (reading != null) {
        reading.close();
      }
    } finally {
      try {
        if (writing != null) {
          writing.close();
        }
      } finally {
        if (polled != null) {
          polled.close();
        }
      }
    }
  }
}
