package jfs.core.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import jfs.core.tcp.Flags;

/** A sender with a hostile receiver. It may write its position and into chunks that it holds. */
@SuppressWarnings("ReferenceEquality") // the same place used again is a new chunk
final class SendingVictim {

  private static final int MOST = 6000;
  private static final byte[] BYTES = new byte[MOST];

  private final SplittableRandom random;
  private final Watched watched;
  private final HostilePeer peer;
  private final HostileTally tally;
  private final ControlBlock control;
  private final RingSender sender;

  SendingVictim(SplittableRandom random, Watched watched, HostilePeer peer, HostileTally tally) {
    this.random = random;
    this.watched = watched;
    this.peer = peer;
    this.tally = tally;
    random.nextBytes(BYTES);
    watched.arena.reset();
    control = watched.arena.newControl();
    Chunk first = watched.arena.allocate(RingLayout.CHUNK_UNIT);
    sender = new RingSender(control, first, watched.arena);
    watched.accept();
  }

  /** Runs until it finds the ring corrupt, and a little longer. */
  void run() {
    int lives = 1 + random.nextInt(3);
    for (int steps = 0; lives > 0 && steps < 1000; steps++) {
      for (int i = random.nextInt(3); i > 0; i--) {
        peer.mutate(sender.position());
      }
      Chunk before = current();
      try {
        tally.went(step());
      } catch (CorruptRingException e) {
        tally.corrupt(e);
        lives--;
      }
      checkWrites(before);
    }
    sender.free();
    assertTrue(watched.arena.held.isEmpty());
    watched.assertNothingElseWritten();
    watched.arena.assertIntact();
  }

  private Chunk current() {
    return watched.arena.held.get(watched.arena.held.size() - 1);
  }

  private void checkWrites(Chunk before) {
    Chunk now = current();
    if (now == before) {
      watched.accept(now.data(), now.capacity());
    } else {
      tally.newChunk();
      watched.accept(before.offset(), RingLayout.CHUNK_HEADER);
      watched.accept(now.offset(), RingLayout.CHUNK_HEADER);
    }
    watched.mayBe(RingLayout.TAIL, sender.position());
    watched.assertNothingElseWritten();
  }

  private int step() throws CorruptRingException {
    switch (random.nextInt(12)) {
      case 0 -> sender.hasRoom();
      case 1 -> assertTrue(sender.pending() >= 0);
      case 2, 3 -> sender.moveTo((1 + random.nextInt(2)) * RingLayout.CHUNK_UNIT);
      case 4 -> look();
      case 5 -> write();
      default -> {
        return put();
      }
    }
    assertTrue(sender.lastHead() <= sender.position());
    return 0;
  }

  private int put() throws CorruptRingException {
    int length = random.nextInt(MOST + 1);
    long before = sender.position();
    int n = sender.put(BYTES, 0, length);
    assertTrue(n >= 0 && n <= Math.min(length, current().capacity()));
    assertEquals(before + n, sender.position());
    return n;
  }

  private void look() {
    control.hasUnread();
    control.receiverFlags();
    control.decision();
    control.receiverWaits().get();
  }

  private void write() {
    control.senderWaits().arm(random.nextInt(4));
    control.senderWaits().disarm();
    control.addSenderFlags(Flags.FINISHED);
    control.switchAt(random.nextLong());
    watched.accept(RingLayout.SENDER_WAITS, 2 * Integer.BYTES + Long.BYTES);
    control.receiverWaits().takeIf(random.nextInt(4));
    watched.accept(RingLayout.RECEIVER_WAITS, Integer.BYTES);
    control.decide(ControlBlock.ABORTED);
    watched.accept(RingLayout.DECISION, Integer.BYTES);
  }
}
