package jfs.rdma;

import java.io.IOException;
import java.nio.ByteBuffer;
import jfs.core.config.Log;

/**
 * An endpoint and the slots that go with it. Every write and every message takes one of the peer's
 * receive slots; sent without a free one it would have to be sent again and again by the device
 * (receiver not ready), so it is counted here what is free. The last ones are kept for messages, so
 * that writes can't keep the credit back that they wait for.
 *
 * <p>Guarded by its own monitor, which is never held while blocking; the whole of a connection's
 * state is. That makes it safe to destroy the endpoint at any time: whoever comes later finds it
 * {@linkplain #isBroken broken}.
 */
final class Wire {

  /** What a peer may send before it was told of any slots: its HELLO, and a message. */
  private static final int FREE_AT_FIRST = 2;

  private static final int KEPT_FOR_MESSAGES = 8;
  private static final int KEPT_FOR_PROBE = 1;

  /** Half of what an end that writes or sends urgent data has at least to do so. */
  private static final int LEAST_TOLD = KEPT_FOR_MESSAGES / 2;

  /** Only by this one is half of the own slots given back, so never both ends wait for some. */
  private static final int KEPT_FOR_CREDIT = 1;

  /**
   * After so many {@linkplain #tick ticks} of silence the peer, or the way there, is taken for
   * dead. The device gives up as well, but how soon is its own affair: after up to four times as
   * long as it was told (InfiniBand Architecture 1.3, 9.7.6.1.3).
   */
  static final int MOST_SILENT_TICKS = 3;

  /** Since when its device is waited for to flush; 0 before. */
  private long awaitingSince;

  /** How often it was looked at since then. */
  private int looks;

  /** More than any peer has. */
  private static final int MOST_SLOTS = 1 << 16;

  private final Endpoint endpoint;
  private final FlushTimeout flushTimeout;
  private final Runnable onBreak;
  private int sendFree = Endpoint.SEND_SLOTS;
  private long arrived;
  private int peerFree = FREE_AT_FIRST;

  /** Receive slots of which the peer has not been told that they are free. */
  private int untold = Endpoint.RECEIVE_SLOTS - FREE_AT_FIRST;

  private boolean armed;
  private boolean polled;

  /** As of the last {@link #tick}. */
  private boolean wasUnderWay;

  private long arrivedBefore;

  /** How many ticks in a row nothing of what was under way has arrived. */
  private int silentTicks;

  private boolean destroyed;
  private volatile boolean broken;

  /** Nothing more is to be found in the queue; it breaks before it runs dry. */
  private boolean dry;

  /**
   * Of an endpoint.
   *
   * @param onBreak told once, with the monitor held, when it breaks: it is to {@link #poll} until
   *     nothing is left
   */
  Wire(Endpoint endpoint, Runnable onBreak) {
    this.endpoint = endpoint;
    flushTimeout = FlushTimeout.of(endpoint.device());
    this.onBreak = onBreak;
  }

  /** Runs the handlers of a device's failure once; {@link Rehearsal}. */
  static void rehearse() {
    long now = System.nanoTime();
    new FlushTimeout(now).mayWait(now, 0, now); // loaded, too
    try {
      Rehearsal.lackMemory();
    } catch (IOException | OutOfMemoryError e) {
      // As if the device had failed.
    }
  }

  /**
   * Nothing can be sent any more, nor will come; who asks with the monitor held finds polled all
   * that came before. Any thread.
   */
  boolean isBroken() {
    return broken;
  }

  boolean mayWrite() {
    return !broken && sendFree > KEPT_FOR_MESSAGES && peerFree > KEPT_FOR_MESSAGES;
  }

  /** Whether a message may be sent. */
  boolean mayTell() {
    return !broken && sendFree > KEPT_FOR_PROBE && peerFree > KEPT_FOR_CREDIT;
  }

  /** Whether one may be that gives back as many slots as are {@linkplain #owesSlots owed}. */
  boolean mayGiveSlots() {
    return !broken && sendFree > KEPT_FOR_PROBE && peerFree > 0;
  }

  /** Whether all that was sent has arrived in the peer's memory. */
  boolean hasSentAll() {
    return sendFree == Endpoint.SEND_SLOTS;
  }

  /** How many writes, messages and probes have been sent in all. */
  long sent() {
    return arrived + Endpoint.SEND_SLOTS - sendFree;
  }

  /** How many of them, which arrive in their order, are known to have arrived at the peer. */
  long arrived() {
    return arrived;
  }

  /**
   * Whether so many receive slots are free again that the peer is to be told: half of those that
   * change hands. Not one by one, or two ends would answer each other's credit for ever.
   *
   * @param held how many are not to be told of
   */
  boolean owesSlots(int held) {
    return untold - held >= Math.max(LEAST_TOLD, (Endpoint.RECEIVE_SLOTS - held) / 2);
  }

  /** How many receive slots the peer is told of with the next message, but for those held. */
  int slotsToTell(int held) {
    int slots = Math.max(0, untold - held);
    untold -= slots;
    return slots;
  }

  /** The peer has told of slots of its. */
  void peerFreed(int slots) throws ProtocolException {
    peerFree += slots;
    if (peerFree > MOST_SLOTS) {
      throw new ProtocolException("slots " + peerFree);
    }
  }

  /** Keeps the slots for one write. */
  void claim() {
    sendFree--;
    peerFree--;
  }

  /** Gives them back. */
  void unclaim() {
    sendFree++;
    peerFree++;
  }

  /** Writes with claimed slots. */
  void write(Endpoint.Region from, int offset, int length, long remoteAddress, int remoteKey) {
    if (broken) {
      return;
    }
    try {
      endpoint.write(from, offset, length, remoteAddress, remoteKey);
    } catch (IOException e) {
      breakOff(Log.describe(e));
    }
  }

  /** Sends a message; asked for {@link #mayTell} before. */
  void send(ByteBuffer message) {
    claim();
    try {
      endpoint.send(message);
    } catch (IOException e) {
      breakOff(Log.describe(e));
    }
  }

  /**
   * Called every {@link Reactor#TICK_MILLIS}. Asks for a sign of life unless something has come
   * since, or will tell anyhow. What is under way and does not arrive may need a push: Soft-RoCE
   * (Linux 6.1) now and then forgets to send again, and to give up, until there is more to send.
   *
   * <p>Ticks are counted, and not the time between them, in which the process may have been
   * stopped.
   *
   * @param idle whether to ask where nothing is under way
   */
  void tick(boolean idle) {
    boolean heard = arrived != arrivedBefore;
    silentTicks = wasUnderWay && !heard ? silentTicks + 1 : 0;
    arrivedBefore = arrived;
    if (hasSentAll() ? idle : !heard) {
      probe();
    }
    wasUnderWay = !hasSentAll();
  }

  /** Whether there has been silence for too long; once more to be polled before one acts on it. */
  boolean isSilent() {
    return !broken && silentTicks >= MOST_SILENT_TICKS && arrived == arrivedBefore;
  }

  /** Asks for a sign of life. */
  void probe() {
    if (broken || sendFree == 0) {
      return; // or what is under way will tell
    }
    sendFree--;
    try {
      endpoint.probe();
    } catch (IOException e) {
      breakOff(Log.describe(e));
    }
  }

  /** As {@link Endpoint#poll}, with the slots taken account of; 0 once nothing more can come. */
  long poll(ByteBuffer messages) {
    if (dry) {
      return 0;
    }
    polled = true;
    try {
      long progress = endpoint.poll(messages);
      int sent = Progress.sent(progress);
      sendFree += sent;
      arrived += sent;
      untold += Progress.received(progress);
      return progress;
    } catch (IOException e) {
      dry |= destroyed || endpoint.isDrained();
      breakOff(Log.describe(e));
      return 0;
    }
  }

  /**
   * Whether more may be found of what has arrived, though nothing is right now: the device has not
   * come to the first slot yet that nothing arrived in. To be asked between polls of a wire that
   * has broken; false after a while, since a device that is no more does not come there.
   */
  @SuppressWarnings("ThreadPriorityCheck") // a device made of software needs a processor
  boolean awaitsLast() {
    if (dry || !broken) {
      return false;
    }
    long now = System.nanoTime();
    if (awaitingSince == 0) {
      awaitingSince = now;
    }
    if (!flushTimeout.mayWait(awaitingSince, looks++, now)) {
      dry = true;
      return false;
    }
    Thread.yield();
    return true;
  }

  /** Has the next completion tell of itself. */
  void arm() {
    if (armed || broken) {
      return;
    }
    try {
      endpoint.arm();
      armed = true;
    } catch (IOException e) {
      breakOff(Log.describe(e));
    }
  }

  boolean isArmed() {
    return armed;
  }

  /** It has told. */
  void disarmed() {
    armed = false;
  }

  /** Whether it was polled since this was asked last. */
  boolean wasPolled() {
    boolean was = polled;
    polled = false;
    return was;
  }

  /** Ends it for want of a device, or a peer, that does as it should; idempotent. */
  void breakOff(String why) {
    if (!broken) {
      broken = true;
      // The peer may be there, hear answers from this end's device, and wait for ever. And before
      // the last look: what came after it would be acknowledged, and never be found.
      disconnect();
      onBreak.run();
      if (Log.isEnabled(Log.Level.DEBUG)) {
        Log.debug("RDMA connection broken: " + why);
      }
    }
  }

  /** The same where what may have come is not worth a look, or none can be taken. */
  void condemn(String why) {
    dry = true;
    breakOff(why);
  }

  /** Nothing arrives from here on, and the peer is told; idempotent. */
  void disconnect() {
    if (!destroyed) {
      endpoint.disconnect();
    }
  }

  /** The reactor's to call; idempotent. */
  void destroy() {
    broken = true;
    dry = true;
    if (!destroyed) {
      destroyed = true;
      endpoint.destroy();
    }
  }
}
