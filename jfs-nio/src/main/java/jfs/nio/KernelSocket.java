package jfs.nio;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.Cleaner;
import java.nio.channels.SelectableChannel;
import jfs.core.runtime.Cleaning;

/**
 * A channel and the threads that wait for it. Both must end before the kernel frees the socket.
 *
 * <p>An NIO channel that is no longer used stays open for ever, whereas the JDK closes its sockets
 * when they are collected.
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

  /** Closes the socket when the owner is no longer used, or when the caller cleans the result. */
  Cleaner.Cleanable ownedBy(Object owner) {
    return Cleaning.register(owner, this);
  }

  /** Closes; the waits end first, because a registered channel keeps its descriptor. */
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
