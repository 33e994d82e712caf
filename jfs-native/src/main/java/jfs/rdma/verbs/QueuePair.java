package jfs.rdma.verbs;

import java.io.IOException;
import java.nio.ByteBuffer;
import jfs.core.config.Log;
import jfs.core.transport.TransportFailure;

/**
 * An endpoint and its slots. Every write and every message takes one of the peer's receive slots;
 * without a free one the device would have to send again and again (receiver not ready), so this
 * counts the free ones. The last ones are kept for messages, so that writes cannot hold back the
 * credit that they wait for.
 *
 * <p>For one thread at a time, but for {@link #isBroken}: the lock of its connection guards it. The
 * endpoint can be destroyed at any time: a thread that comes later finds it broken.
 */
public final class QueuePair {

  /**
   * What an end may send before its peer has given it any slots: its PROOF, its HELLO, and another
   * message.
   */
  private static final int FREE_AT_FIRST = 3;

  private static final int KEPT_FOR_MESSAGES = 8;
  private static final int KEPT_FOR_PROBE = 1;

  /** Half of the slots that an end needs at least to write or to send urgent data. */
  private static final int LEAST_TOLD = KEPT_FOR_MESSAGES / 2;

  /**
   * The last slot is for a message that gives back half of the own slots, so that the two ends
   * never both wait for slots.
   */
  private static final int KEPT_FOR_CREDIT = 1;

  /**
   * After so many {@linkplain #tick ticks} of silence the peer or the route counts as dead. The
   * device gives up as well, but after up to four times as long as it was told (InfiniBand
   * Architecture 1.3, 9.7.6.1.3).
   */
  static final int MOST_SILENT_TICKS = 3;

  /** When the wait for the device to flush began; 0 before. */
  private long awaitingSince;

  /** How many polls there were since then. */
  private int looks;

  /** More receive slots than any peer has. */
  private static final int MOST_SLOTS = 1 << 16;

  private final VerbsEndpoint endpoint;
  private final FlushTimeout flushTimeout;
  private final Runnable onBreak;
  private int sendFree = VerbsEndpoint.SEND_SLOTS;
  private long arrived;
  private int peerFree = FREE_AT_FIRST;

  /** Receive slots of which the peer has not been told that they are free. */
  private int untold = VerbsEndpoint.RECEIVE_SLOTS - FREE_AT_FIRST;

  /** How many of the receive slots that the peer was given it has not used. */
  private int given = FREE_AT_FIRST;

  private boolean armed;
  private boolean polled;

  /** As of the last {@link #tick}. */
  private boolean wasUnderWay;

  private long arrivedBefore;

  /** How many ticks in a row nothing of what was under way has arrived. */
  private int silentTicks;

  private boolean destroyed;
  private volatile boolean broken;

  /** Why it is broken; null if it is not, or was destroyed whole. */
  private TransportFailure cause;

  /** Nothing more is in the queue; it breaks before it runs dry. */
  private boolean dry;

  /**
   * Of an endpoint.
   *
   * @param onBreak called once when it breaks, by the thread that finds that: is to {@link
   *     #disconnect}, and then to {@link #poll} until nothing is left
   */
  public QueuePair(VerbsEndpoint endpoint, Runnable onBreak) {
    this.endpoint = endpoint;
    flushTimeout = FlushTimeout.of(endpoint.device());
    this.onBreak = onBreak;
  }

  /** Runs the handlers of a device's failure once; {@link Rehearsal}. */
  public static void rehearse() {
    long now = System.nanoTime();
    new FlushTimeout(now).mayWait(now, 0, now); // loads the class, too
    try {
      Rehearsal.lackMemory();
    } catch (IOException | OutOfMemoryError e) {
      // A rehearsal: nothing to do.
    }
  }

  /**
   * Whether nothing can be sent any more, and nothing will come but what a poll still finds. Any
   * thread may call.
   */
  public boolean isBroken() {
    return broken;
  }

  /** Whether bytes may be written: there are more slots than those kept for messages. */
  public boolean mayWrite() {
    return !broken && sendFree > KEPT_FOR_MESSAGES && peerFree > KEPT_FOR_MESSAGES;
  }

  /** Whether a message may be sent. */
  public boolean mayTell() {
    return !broken && sendFree > KEPT_FOR_PROBE && peerFree > KEPT_FOR_CREDIT;
  }

  /**
   * Whether a message may be sent that gives back as many slots as are {@linkplain #owesSlots
   * owed}.
   */
  public boolean mayGiveSlots() {
    return !broken && sendFree > KEPT_FOR_PROBE && peerFree > 0;
  }

  /** Whether all that was sent has arrived in the peer's memory. */
  public boolean hasSentAll() {
    return sendFree == VerbsEndpoint.SEND_SLOTS;
  }

  /** How many writes, messages and probes have been sent in all. */
  public long sent() {
    return arrived + VerbsEndpoint.SEND_SLOTS - sendFree;
  }

  /** How many of them are known to have arrived at the peer; they arrive in order. */
  public long arrived() {
    return arrived;
  }

  /**
   * Whether so many receive slots are free again that the peer is to be told: half of the slots
   * that are not held. Not each at once, or the two ends would answer each other's credit for ever.
   *
   * @param held how many slots are to be kept back
   */
  public boolean owesSlots(int held) {
    return untold - held >= Math.max(LEAST_TOLD, (VerbsEndpoint.RECEIVE_SLOTS - held) / 2);
  }

  /** How many receive slots to give the peer with the next message, without those held. */
  public int slotsToTell(int held) {
    int slots = Math.max(0, untold - held);
    untold -= slots;
    given += slots;
    return slots;
  }

  /** The peer has given so many of its receive slots. */
  public void peerFreed(int slots) throws ProtocolException {
    peerFree += slots;
    if (peerFree > MOST_SLOTS) {
      throw new ProtocolException("slots " + peerFree);
    }
  }

  /** Takes the slots for one write. */
  public void claim() {
    sendFree--;
    peerFree--;
  }

  /** Gives them back. */
  public void unclaim() {
    sendFree++;
    peerFree++;
  }

  /** Writes with claimed slots. */
  public void write(
      VerbsEndpoint.Region from, int offset, int length, long remoteAddress, int remoteKey) {
    if (broken) {
      return;
    }
    try {
      endpoint.write(from, offset, length, remoteAddress, remoteKey);
    } catch (IOException e) {
      failed(e);
    }
  }

  /** Sends a message; the caller has checked that there are slots. */
  public void send(ByteBuffer message) {
    claim();
    try {
      endpoint.send(message);
    } catch (IOException e) {
      failed(e);
    }
  }

  /**
   * To be called every half second. Asks for a sign of life where nothing is under way, or where
   * nothing has arrived since the last tick. In the second case the request may also push things
   * on: now and then Soft-RoCE (Linux 6.1) fails to send again, and to give up, until there is more
   * to send.
   *
   * <p>It counts ticks, not time, since the process may have been stopped between two.
   *
   * @param idle whether to ask where nothing is under way
   */
  public void tick(boolean idle) {
    boolean heard = arrived != arrivedBefore;
    silentTicks = wasUnderWay && !heard ? silentTicks + 1 : 0;
    arrivedBefore = arrived;
    if (hasSentAll() ? idle : !heard) {
      probe();
    }
    wasUnderWay = !hasSentAll();
  }

  /** Whether the peer has been silent for too long; poll once more before acting on it. */
  public boolean isSilent() {
    return !broken && silentTicks >= MOST_SILENT_TICKS && arrived == arrivedBefore;
  }

  /** Asks for a sign of life. */
  public void probe() {
    if (broken || sendFree == 0) {
      return; // broken, or the writes under way do as well
    }
    sendFree--;
    try {
      endpoint.probe();
    } catch (IOException e) {
      failed(e);
    }
  }

  /** As {@link VerbsEndpoint#poll}, and counts the slots; 0 once nothing more can come. */
  public long poll(ByteBuffer messages) {
    if (dry) {
      return 0;
    }
    polled = true;
    try {
      long progress = endpoint.poll(messages);
      int sent = PollResult.sent(progress);
      sendFree += sent;
      arrived += sent;
      int received = PollResult.received(progress);
      untold += received;
      given -= received;
      if (given < 0) {
        // A peer that sent without slots could keep the reactor busy for ever, before its proof.
        condemn(TransportFailure.CORRUPT, "more messages than slots");
        return 0;
      }
      return progress;
    } catch (IOException e) {
      dry |= destroyed || endpoint.isDrained();
      failed(e);
      return 0;
    }
  }

  /**
   * Whether a further poll may find bytes or messages that have arrived, though the last one found
   * nothing: the device has not yet returned the first empty receive slot. To be asked between
   * polls of a queue pair that has broken. False after a while, since a device that is gone returns
   * none.
   */
  @SuppressWarnings("ThreadPriorityCheck") // a device made of software needs a processor
  public boolean awaitsLast() {
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

  /** Makes the next completion raise an event. */
  public void arm() {
    if (armed || broken) {
      return;
    }
    try {
      endpoint.arm();
      armed = true;
    } catch (IOException e) {
      failed(e);
    }
  }

  /** Whether the next completion raises an event. */
  public boolean isArmed() {
    return armed;
  }

  /** Why it is broken, or null. */
  public TransportFailure cause() {
    return cause;
  }

  /** The event has come. */
  public void disarmed() {
    armed = false;
  }

  /** Whether it was polled since the last call. */
  public boolean wasPolled() {
    boolean was = polled;
    polled = false;
    return was;
  }

  private void failed(IOException e) {
    breakOff(TransportFailure.DEVICE_FAILED, Log.describe(e));
  }

  /** Breaks it because the device or the peer fails; idempotent. */
  public void breakOff(TransportFailure newCause, String why) {
    if (!broken) {
      cause = newCause;
      broken = true;
      onBreak.run();
      if (Log.isEnabled(Log.Level.DEBUG)) {
        Log.debug("RDMA connection broken: " + why);
      }
    }
  }

  /** Breaks it for an error of this JVM's; idempotent. */
  public void giveUp(String why) {
    breakOff(TransportFailure.OWN_ERROR, why);
  }

  /** As {@link #breakOff}, without a further poll. */
  public void condemn(TransportFailure newCause, String why) {
    dry = true;
    breakOff(newCause, why);
  }

  /** Nothing arrives after this, and the peer gets an event; idempotent. */
  public void disconnect() {
    if (!destroyed) {
      endpoint.disconnect();
    }
  }

  /** For the reactor's thread; idempotent. */
  public void destroy() {
    broken = true;
    dry = true;
    if (!destroyed) {
      endpoint.destroy();
      destroyed = true; // only now: if that throws for lack of heap, the reactor calls again
    }
  }
}
