package jfs.agent.programs.soak;

import java.util.Random;

/**
 * How far the two directions of one end are, and how far they may go: to the end at once, or by
 * turns. One thread sends and one receives at a time; by turns it is one for both.
 */
final class Flow {

  private final boolean client;

  /** Of each turn, the client's first; null if there are none. */
  private final int[] turns;

  private final long toSend;
  private final long toReceive;
  private volatile long sent;
  private volatile long received;
  private int turn;
  private int doneOfTurn;

  Flow(ConnectionPlan plan, boolean client) {
    this.client = client;
    turns = plan.dialogue() ? turns(plan) : null;
    toSend = turns == null ? total(plan, client) : total(client ? 0 : 1);
    toReceive = turns == null ? total(plan, !client) : total(client ? 1 : 0);
  }

  private static long total(ConnectionPlan plan, boolean ofClient) {
    return ofClient ? plan.clientBytes() : plan.serverBytes();
  }

  private long total(int side) {
    long total = 0;
    for (int i = side; i < turns.length; i += 2) {
      total += turns[i];
    }
    return total;
  }

  /** As in {@link PlannedEnd}. */
  private static int[] turns(ConnectionPlan plan) {
    Random sizes = new Random(plan.seed() + 1);
    int[] turns = new int[1 + sizes.nextInt(400)];
    for (int i = 0; i < turns.length; i++) {
      turns[i] = 1 + ConnectionPlan.size(sizes) / 16;
    }
    return turns;
  }

  long sent() {
    return sent;
  }

  long received() {
    return received;
  }

  long toReceive() {
    return toReceive;
  }

  boolean hasSentAll() {
    return sent == toSend;
  }

  boolean hasReceivedAll() {
    return received == toReceive;
  }

  boolean isByTurns() {
    return turns != null;
  }

  /** How much may be sent now. */
  long maySend() {
    if (turns == null) {
      return toSend - sent;
    }
    boolean own = turn < turns.length && client == (turn % 2 == 0);
    return own ? turns[turn] - doneOfTurn : 0;
  }

  void sent(int bytes) {
    goOn(bytes, client);
    long all = sent + bytes;
    sent = all;
  }

  void received(int bytes) {
    goOn(bytes, !client);
    long all = received + bytes;
    received = all;
    if (all > toReceive) {
      throw new IllegalStateException(all + " bytes instead of " + toReceive);
    }
  }

  private void goOn(int bytes, boolean byClient) {
    if (turns == null || bytes == 0) {
      return;
    }
    if (byClient != (turn % 2 == 0) || doneOfTurn + bytes > turns[turn]) {
      throw new IllegalStateException(bytes + " bytes in turn " + turn + " after " + doneOfTurn);
    }
    doneOfTurn += bytes;
    if (doneOfTurn == turns[turn]) {
      turn++;
      doneOfTurn = 0;
    }
  }
}
