package jfs.core.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import jfs.core.tcp.Flags;

/** A receiver with a hostile sender. It may write its position, its waits and its flags. */
@SuppressWarnings("ReferenceEquality") // the same place entered again is a new chunk
final class ReceivingVictim {

  private static final int MOST = 6000;
  private static final int MARGIN = 8;

  private final SplittableRandom random;
  private final Watched watched;
  private final HostilePeer peer;
  private final HostileTally tally;
  private final ControlBlock control;
  private final RingReceiver receiver;
  private final byte[] bytes = new byte[MARGIN + MOST + MARGIN];
  private Chunk lastChunk;

  ReceivingVictim(SplittableRandom random, Watched watched, HostilePeer peer, HostileTally tally) {
    this.random = random;
    this.watched = watched;
    this.peer = peer;
    this.tally = tally;
    watched.arena.reset();
    control = watched.arena.newControl();
    Chunk first = watched.arena.allocate(RingLayout.CHUNK_UNIT);
    first.clear();
    watched.accept();
    receiver = new RingReceiver(control, first);
    lastChunk = first;
  }

  /** Runs until it finds the ring corrupt, and a little longer. */
  void run() {
    int lives = 1 + random.nextInt(3);
    for (int steps = 0; lives > 0 && steps < 1000; steps++) {
      for (int i = random.nextInt(3); i >= 0; i--) {
        peer.mutate(receiver.position());
      }
      try {
        tally.went(step());
      } catch (CorruptRingException e) {
        tally.corrupt(e);
        lives--;
      }
      watched.mayBe(RingLayout.HEAD, receiver.position());
      watched.assertNothingElseWritten();
      Chunk chunk = Direction.chunkOf(receiver);
      if (chunk != lastChunk) {
        tally.newChunk();
        lastChunk = chunk;
      }
    }
    watched.arena.assertIntact();
  }

  private int step() throws CorruptRingException {
    switch (random.nextInt(12)) {
      case 0 -> receiver.hasBytes();
      case 1 -> assertTrue(receiver.available() >= 0);
      case 2 -> receiver.shouldCheckSender();
      case 3 -> look();
      case 4 -> write();
      default -> {
        return take();
      }
    }
    return 0;
  }

  private int take() throws CorruptRingException {
    int length = random.nextInt(MOST + 1);
    bytes[MARGIN - 1] = 1;
    bytes[MARGIN + length] = 1;
    long before = receiver.position();
    int n = receiver.take(bytes, MARGIN, length);
    assertTrue(n >= 0 && n <= length);
    assertEquals(before + n, receiver.position());
    assertEquals(1, bytes[MARGIN - 1]);
    assertEquals(1, bytes[MARGIN + length]);
    assertEquals(-1, Arrays.mismatch(bytes, 0, MARGIN - 1, new byte[MARGIN], 0, MARGIN - 1));
    return n;
  }

  private void look() {
    control.hasUnread();
    control.switchedAt();
    control.senderFlags();
    control.decision();
    control.senderWaits().get();
  }

  private void write() {
    control.receiverWaits().arm(random.nextInt(4));
    control.receiverWaits().disarm();
    control.addReceiverFlags(Flags.CLOSED);
    control.urgentInline(random.nextBoolean());
    watched.accept(RingLayout.RECEIVER_WAITS, Integer.BYTES);
    watched.accept(RingLayout.RECEIVER_STATE, Integer.BYTES);
    control.senderWaits().takeIf(random.nextInt(4));
    watched.accept(RingLayout.SENDER_WAITS, Integer.BYTES);
    control.decide(ControlBlock.COMMITTED);
    watched.accept(RingLayout.DECISION, Integer.BYTES);
  }
}
