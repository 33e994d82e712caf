package jfs.contract.channel.asynchronous;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousChannelGroup;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.util.concurrent.TimeUnit;
import jfs.contract.EndAddresses;
import jfs.contract.channel.PeerEnd;
import jfs.contract.channel.PeerKind;
import jfs.contract.channel.Takeover;

/** An asynchronous channel that is connected with a peer. Closes both. */
final class AsynchronousEnds implements AutoCloseable {

  private static final Takeover TAKEOVER = Takeover.named();

  /** In so long, what has no room gets none: the kernel, and JFS, find some more at first. */
  private static final int FULL_MILLIS = 250;

  /** What the case is about. */
  final AsynchronousSocketChannel channel;

  /** The other end. */
  final PeerEnd peer;

  private AsynchronousEnds(AsynchronousSocketChannel channel, PeerEnd peer) {
    this.channel = channel;
    this.peer = peer;
  }

  /**
   * Connects, and then accepts, on this one thread.
   *
   * @param group of the channel; null for the default one
   */
  static AsynchronousEnds of(AsynchronousPairing pairing, AsynchronousChannelGroup group)
      throws IOException {
    AsynchronousEnds ends =
        pairing.connects() ? connecting(pairing, group) : accepted(pairing, group);
    TAKEOVER.await(new AsynchronousPeerKind.Peer(ends.channel), ends.peer);
    return ends;
  }

  private static AsynchronousEnds connecting(
      AsynchronousPairing pairing, AsynchronousChannelGroup group) throws IOException {
    try (PeerKind.Listener listener = pairing.peer().listen()) {
      AsynchronousSocketChannel channel = AsynchronousSocketChannel.open(group);
      AsynchronousPeerKind.await(channel.connect(listener.address()));
      return new AsynchronousEnds(channel, listener.accept());
    }
  }

  private static AsynchronousEnds accepted(
      AsynchronousPairing pairing, AsynchronousChannelGroup group) throws IOException {
    try (AsynchronousServerSocketChannel listener = AsynchronousServerSocketChannel.open(group)) {
      listener.bind(EndAddresses.anyServerPort());
      PeerEnd peer = pairing.peer().connect(listener.getLocalAddress());
      return new AsynchronousEnds(AsynchronousPeerKind.await(listener.accept()), peer);
    }
  }

  /** Starts a read. */
  Completion<Integer> read(ByteBuffer to) {
    Completion<Integer> completion = new Completion<>();
    channel.read(to, null, completion);
    return completion;
  }

  /** Starts a read that may take so long. */
  Completion<Integer> read(ByteBuffer to, int millis) {
    Completion<Integer> completion = new Completion<>();
    channel.read(to, millis, TimeUnit.MILLISECONDS, null, completion);
    return completion;
  }

  /** Starts a read into several buffers. */
  Completion<Long> read(ByteBuffer... to) {
    Completion<Long> completion = new Completion<>();
    channel.read(to, 0, to.length, 0, TimeUnit.MILLISECONDS, null, completion);
    return completion;
  }

  /** Starts a write. */
  Completion<Integer> write(ByteBuffer from) {
    Completion<Integer> completion = new Completion<>();
    channel.write(from, null, completion);
    return completion;
  }

  /** Starts a write that may take so long. */
  Completion<Integer> write(ByteBuffer from, int millis) {
    Completion<Integer> completion = new Completion<>();
    channel.write(from, millis, TimeUnit.MILLISECONDS, null, completion);
    return completion;
  }

  /** Starts a write of several buffers. */
  Completion<Long> write(ByteBuffer... from) {
    Completion<Long> completion = new Completion<>();
    channel.write(from, 0, from.length, 0, TimeUnit.MILLISECONDS, null, completion);
    return completion;
  }

  /** Writes until a write is pending, and returns that; its handler is told of later. */
  Completion<Integer> fill(ByteBuffer from) throws Exception {
    Completion<Integer> last = write(from);
    while (!last.isPending(FULL_MILLIS)) {
      last.get();
      last = write(from);
    }
    return last;
  }

  @Override
  public void close() throws IOException {
    try (peer) {
      channel.close();
    }
  }
}
