package jfs.nio;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.Cleaner;
import java.nio.channels.SelectableChannel;
import jfs.core.runtime.Cleaning;

/**
 * A channel and the threads that wait for it: what has to be ended for the kernel to free the
 * socket.
 *
 * <p>NIO channels that nobody uses any more stay open for ever, whereas the JDK's sockets are
 * closed when they are collected.
 */
final class KernelSocket<C extends SelectableChannel> implements Runnable {

  final C channel;
  final ChannelWaits waits;

  private KernelSocket(C channel) {
    this.channel = channel;
    this.waits = new ChannelWaits(channel);
  }

  /** Takes over an open channel; closes it if it cannot be made non-blocking. */
  static <C extends SelectableChannel> KernelSocket<C> of(C channel) throws IOException {
    try {
      channel.configureBlocking(false);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    return new KernelSocket<>(channel);
  }

  /** Has the socket closed when the owner is no longer used, or the answer is cleaned. */
  Cleaner.Cleanable ownedBy(Object owner) {
    return Cleaning.register(owner, this);
  }

  /** Closes; the waiting threads go first, since a registered channel keeps its descriptor. */
  @Override
  public void run() {
    try {
      try {
        waits.close();
      } finally {
        channel.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
