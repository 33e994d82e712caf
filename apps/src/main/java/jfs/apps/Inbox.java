package jfs.apps;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The messages that a process has got and not yet taken: for each sender, in the order of sending.
 * No thread waits for ever, because the process that it waits for may have ended.
 */
final class Inbox implements Mailbox {

  /**
   * How many messages of one sender may wait. A sender may run ahead of a receiver, as ASP's owner
   * of rows does, but not until memory is full.
   */
  private static final int CAPACITY = 8;

  private final List<BlockingQueue<Object>> bySender = new ArrayList<>();
  private final Duration patience;

  /**
   * An empty one.
   *
   * @param patience for how long to wait for a message, or for a place to put one
   */
  Inbox(int processes, Duration patience) {
    this.patience = patience;
    for (int i = 0; i < processes; i++) {
      bySender.add(new ArrayBlockingQueue<>(CAPACITY));
    }
  }

  int processes() {
    return bySender.size();
  }

  @Override
  public void put(int from, Object payload) {
    try {
      if (!bySender.get(from).offer(payload, patience.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new PeerException("messages from process " + from + " are not taken" + waited());
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** The next message from a sender. */
  Object take(int from) {
    try {
      Object payload = bySender.get(from).poll(patience.toNanos(), TimeUnit.NANOSECONDS);
      if (payload == null) {
        throw new PeerException("no message from process " + from + waited());
      }
      return payload;
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private String waited() {
    return " within " + patience.toMillis() + " ms";
  }

  private static PeerException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new PeerException("interrupted", e);
  }
}
