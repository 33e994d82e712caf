package jfs.core.ring;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;

/** A sender and a receiver in memory into which another thread writes all the time. */
final class ConcurrentVictim {

  private static final int MOST = 6000;
  private static final int STEPS = 1000;

  private final SplittableRandom random;
  private final GuardedArena arena;
  private final HostileTally tally;
  private final byte[] bytes = new byte[MOST];

  /** Where the receiver is, for the peer to aim at. */
  private volatile long position;

  ConcurrentVictim(SplittableRandom random, GuardedArena arena, HostileTally tally) {
    this.random = random;
    this.arena = arena;
    this.tally = tally;
  }

  long position() {
    return position;
  }

  /** Runs until it finds the ring corrupt, but not for ever. */
  void run() {
    arena.reset();
    ControlBlock control = arena.newControl();
    Chunk first = arena.allocate(RingLayout.CHUNK_UNIT);
    RingSender sender = new RingSender(control, first, arena);
    RingReceiver receiver = new RingReceiver(control, first);
    try {
      for (int i = 0; i < STEPS; i++) {
        position = receiver.position();
        tally.went(step(control, sender, receiver));
      }
    } catch (CorruptRingException e) {
      tally.corrupt(e);
    }
    sender.free();
    assertTrue(arena.held.isEmpty());
  }

  private int step(ControlBlock control, RingSender sender, RingReceiver receiver)
      throws CorruptRingException {
    int length = random.nextInt(MOST + 1);
    int n = 0;
    switch (random.nextInt(8)) {
      case 0, 1, 2 -> n = receiver.take(bytes, 0, length);
      case 3, 4 -> n = sender.put(bytes, 0, length);
      case 5 -> sender.moveTo(RingLayout.CHUNK_UNIT);
      case 6 -> n = receiver.available() < 0 ? -1 : 0;
      default -> {
        control.urgentInline(random.nextBoolean());
        control.receiverWaits().arm(WaitWord.ON_FUTEX);
        control.receiverWaits().disarm();
      }
    }
    assertTrue(n >= 0 && n <= length);
    return n;
  }
}
