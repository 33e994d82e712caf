package jfs.toy;

import java.io.IOException;
import java.net.SocketException;
import jfs.core.tcp.PeerEnding;
import jfs.core.transport.Anchor;
import jfs.core.transport.TransportReceiver;
import jfs.core.wait.Deadline;

/**
 * The receiving direction of an end. A thread that waits for bytes reads TCP, where the sender
 * rings. So a timeout, an interrupt of either kind of thread, a close by another thread and the end
 * of the peer have the effect that they have without JFS.
 */
final class ToyReceiver implements TransportReceiver {

  private final ToyPair pair;
  private final ToyDirection in;
  private final Anchor tcp;
  private final PeerEnding peer;
  private final byte[] doorbell = new byte[1];

  /** Whether the program has closed the socket. Guarded by the lock, as are the next three. */
  private boolean closed;

  /** Whether it has shut down its input. */
  private boolean shut;

  /** Whether a read has told of a reset; as with the JDK, each later one does so again. */
  private boolean reset;

  private boolean tcpEnded;

  ToyReceiver(ToyPair pair, ToyDirection in, Anchor tcp, PeerEnding peer) {
    this.pair = pair;
    this.in = in;
    this.tcp = tcp;
    this.peer = peer;
  }

  @Override
  public int receive(byte[] bytes, int offset, int length, int timeoutMillis) throws IOException {
    long deadline = Deadline.in(timeoutMillis);
    while (true) {
      int n = take(bytes, offset, length);
      if (n != 0) {
        return n;
      }
      awaitDoorbell(deadline);
    }
  }

  /**
   * Takes what is there; -1 at end of file; 0 if nothing is there yet, and then the sender rings
   * when it puts something in.
   */
  private int take(byte[] bytes, int offset, int length) throws SocketException {
    try (ToyPair.Held held = pair.lock()) {
      if (closed) {
        throw new SocketException("Socket closed");
      }
      if (reset) {
        throw new SocketException("Connection reset");
      }
      if (shut) {
        return -1;
      }
      int n = in.buffer.take(bytes, offset, length);
      if (n > 0) {
        pair.wakeSenders();
        return n;
      }
      if (in.isFinished() || tcpEnded) {
        end();
        return -1;
      }
      in.armed = in.owed == 0; // otherwise a doorbell is on TCP already
      return 0;
    }
  }

  /** Returns for end of file, or throws for a reset. */
  private void end() throws SocketException {
    if (!in.isFinished()) {
      peer.lost(); // an end that closes or half-closes says so before TCP ends
      pair.wakeSenders();
    }
    try {
      peer.read(in.senderFlags());
    } catch (SocketException e) {
      reset = true;
      throw e;
    }
  }

  private void awaitDoorbell(long deadline) throws IOException {
    int read = 0;
    boolean ended = false;
    try {
      read = tcp.read(doorbell, 0, doorbell.length, Deadline.remainingMillis(deadline));
      ended = read < 0;
    } catch (SocketException e) {
      ended = true;
      peer.tcpReset(); // or TCP was closed here, which comes first at the next look
    } finally {
      try (ToyPair.Held held = pair.lock()) {
        in.armed = false;
        in.owed -= Math.max(0, read);
        tcpEnded |= ended;
      }
    }
  }

  int available() {
    try (ToyPair.Held held = pair.lock()) {
      return closed ? 0 : in.buffer.count();
    }
  }

  // The callers of what follows hold the lock.

  /** Ends every read, and asks for no doorbell from now on. */
  void close() {
    closed = true;
    in.armed = false;
  }

  boolean isClosed() {
    return closed;
  }

  /** Makes every read return end of file, and asks for no doorbell from now on. */
  void shut() {
    shut = true;
    in.armed = false;
  }

  boolean isShut() {
    return shut;
  }
}
