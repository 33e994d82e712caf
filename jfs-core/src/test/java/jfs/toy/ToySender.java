package jfs.toy;

import java.io.IOException;
import java.net.SocketException;
import jfs.core.config.Log;
import jfs.core.tcp.Flags;
import jfs.core.tcp.PeerEnding;
import jfs.core.transport.Anchor;
import jfs.core.transport.TransportSender;

/** The sending direction of an end. A thread that waits for room waits on the heap. */
final class ToySender implements TransportSender {

  private static final byte[] DOORBELL = {0};

  private final ToyPair pair;
  private final ToyDirection out;
  private final Anchor tcp;
  private final PeerEnding peer;

  ToySender(ToyPair pair, ToyDirection out, Anchor tcp, PeerEnding peer) {
    this.pair = pair;
    this.out = out;
    this.tcp = tcp;
    this.peer = peer;
  }

  @Override
  public void send(byte[] bytes, int offset, int length) throws IOException {
    try (ToyPair.Held held = pair.lock()) {
      int from = offset;
      int to = offset + length;
      while (from < to) {
        if (isPeerOver()) {
          peer.write(from > offset, to - from);
          return; // the kernel would take the bytes, and they would come to nothing
        }
        int n = Math.min(to - from, out.room());
        if (n == 0) {
          pair.awaitRoom();
        } else {
          out.buffer.put(bytes, from, n);
          from += n;
          wakeReceiver();
        }
      }
    }
  }

  /** Whether the peer takes no more; throws if this end sends no more. */
  private boolean isPeerOver() throws SocketException {
    if ((out.senderFlags() & Flags.CLOSED) != 0) {
      throw new SocketException("Socket closed");
    }
    if (out.isFinished()) {
      throw new SocketException("Broken pipe");
    }
    return peer.isOver();
  }

  /**
   * Rings if the receiver has asked for that. It has taken nothing since, so the doorbell announces
   * bytes that are there. TCP has room for it: the receiver asks for no second one before it has
   * read the first.
   */
  private void wakeReceiver() {
    if (out.armed) {
      out.armed = false;
      try {
        tcp.write(DOORBELL, 0, DOORBELL.length);
        out.owed++;
      } catch (IOException e) {
        // TCP has ended, and that wakes the receiver.
        Log.debug("no doorbell: " + Log.describe(e));
      }
    }
  }

  /** Sends urgent data in line, or drops it, as the peer has chosen. */
  @Override
  public void sendUrgent(int data) throws IOException {
    try (ToyPair.Held held = pair.lock()) {
      if ((out.receiverFlags() & Flags.URGENT_INLINE) != 0) {
        send(new byte[] {(byte) data}, 0, 1);
      } else if (isPeerOver()) {
        peer.write(false, 1);
      }
    }
  }
}
