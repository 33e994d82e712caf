package jfs.apps;

import java.rmi.RemoteException;
import java.time.Duration;
import java.util.List;

/**
 * What one of several processes sees of all: its rank among them, and messages to and from each.
 * For one thread.
 */
final class World {

  private final int rank;
  private final Inbox inbox;
  private final List<? extends Mailbox> mailboxes;
  private long messages;
  private long bytes;

  /**
   * The world as a process sees it.
   *
   * @param inbox its own
   * @param mailboxes by rank; the one at its own rank is not used
   */
  World(int rank, Inbox inbox, List<? extends Mailbox> mailboxes) {
    this.rank = rank;
    this.inbox = inbox;
    this.mailboxes = mailboxes;
  }

  /** A world with one process, which sends nothing. */
  static World alone() {
    Inbox inbox = new Inbox(1, Duration.ZERO);
    return new World(0, inbox, List.of(inbox));
  }

  int rank() {
    return rank;
  }

  int processes() {
    return inbox.processes();
  }

  /** Sends a message to another process, by one remote call. */
  void send(int to, Object payload) {
    if (to == rank) {
      throw new IllegalArgumentException("process " + rank + " sends to itself");
    }
    try {
      mailboxes.get(to).put(rank, payload);
    } catch (RemoteException e) {
      throw new PeerException("process " + to + " cannot be reached", e);
    }
    messages++;
    bytes += Payload.bytes(payload);
  }

  /** Awaits the next message from another process. */
  <T> T receive(int from, Class<T> type) {
    return type.cast(inbox.take(from));
  }

  /** How many remote calls this process has made. */
  long messages() {
    return messages;
  }

  /** The {@linkplain Payload data} in these calls. */
  long bytes() {
    return bytes;
  }
}
