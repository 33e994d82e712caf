package jfs.nio;

import java.net.SocketException;

/**
 * The stage of a carrier's life. Stages follow one another in the order in which they are declared.
 *
 * <p>Threads change it only under this object's monitor. {@code stage} is volatile so that reads
 * and writes, which look at it each time, need no lock. A thread that sees a new stage also sees
 * everything that was written before the change.
 */
final class Lifecycle {

  enum Stage {
    NEW,
    UNCONNECTED,
    CONNECTING,
    CONNECTED,
    CLOSED
  }

  private volatile Stage stage = Stage.NEW;

  Stage stage() {
    return stage;
  }

  boolean isClosed() {
    return stage == Stage.CLOSED;
  }

  /** Goes on to {@code next}, unless closed meanwhile. */
  synchronized void advance(Stage next) throws SocketException {
    if (stage == Stage.CLOSED) {
      throw closed();
    }
    stage = next;
  }

  /** Ends it; returns the stage before that, CLOSED if it was ended already. */
  synchronized Stage close() {
    Stage last = stage;
    stage = Stage.CLOSED;
    return last;
  }

  void ensureOpen() throws SocketException {
    Stage now = stage;
    if (now == Stage.NEW) {
      throw new SocketException("Socket not created");
    }
    if (now == Stage.CLOSED) {
      throw closed();
    }
  }

  void ensureConnected() throws SocketException {
    Stage now = stage;
    if (now == Stage.CLOSED) {
      throw closed();
    }
    if (now != Stage.CONNECTED) {
      throw new SocketException("Not connected");
    }
  }

  static SocketException closed() {
    return new SocketException("Socket closed");
  }
}
